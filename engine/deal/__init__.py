"""What comes before and around the bidding: mus and discards, announcements, dealing faults, dealer, clock."""
