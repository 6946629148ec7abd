"""Say what Muniment asks of others: of models, of fact stores, of who watches a long work."""
