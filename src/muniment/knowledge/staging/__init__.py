"""Let a model investigate and stage changes, each checked at once; it never writes by itself."""
