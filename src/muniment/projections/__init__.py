"""Derive graphs from what is known, for the libraries and stores of others; never the truth."""
