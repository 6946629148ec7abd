"""Look back over what is believed: what is stable, what says the same, what cannot both be so, and settle that."""
