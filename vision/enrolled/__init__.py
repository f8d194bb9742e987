"""A club's own deck, known from photographs of its forty cards: learning it, keeping it, and naming cards by it."""
