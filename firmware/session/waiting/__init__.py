"""What waits for the players' word before it counts: a hand that they enter themselves, and a new match."""
