"""Read in a message what it claims, by rules, without a model."""
