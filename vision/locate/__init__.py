"""Where cards lie: their corners, and who lies on whom."""
