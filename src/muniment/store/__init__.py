"""Be the only door to PostgreSQL: pool, unit of work, row mapping, error translation, migrator."""
