"""The documentation: Markdown to read, and in `site` what makes pages of it."""
