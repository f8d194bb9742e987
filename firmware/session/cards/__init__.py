"""The cards of the karta aldia in hand: read or entered, what has to be asked about them, and what they come to."""
