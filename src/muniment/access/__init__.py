"""Decide who may do what: the principal of a transaction and the partitions it reads and writes."""
