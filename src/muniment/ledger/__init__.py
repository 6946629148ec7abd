"""Change what is believed: every write is one transaction of the ledger."""
