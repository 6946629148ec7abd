"""Stand in for the models in tests: exact, offline, and able to fail."""
