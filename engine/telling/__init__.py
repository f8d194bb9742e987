"""What a karta aldia came to, to be told to people."""
