-- Whoever only reads can verify the whole ledger, the rows of keys included: they hold a hash of each secret and no more.
GRANT SELECT ON muniment.access_keys TO {reader};
