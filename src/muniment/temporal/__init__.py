"""Decide what holds when: periods, instants, bases and the holding function, without a store."""
