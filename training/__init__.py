"""Train the tagger that the package carries."""
