"""Prove what happened: digests of rows, the chain of transactions, and the walk that verifies both."""
