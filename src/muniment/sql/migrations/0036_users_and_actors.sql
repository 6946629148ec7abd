-- Who governs lists the users of a tenant by name.
CREATE INDEX user_by_name ON muniment.users (tenant_id, name COLLATE "C") WHERE known_until IS NULL;

-- What somebody did is walked by itself, from either end of the ledger.
CREATE INDEX transaction_by_actor ON muniment.transactions (tenant_id, actor, number);
