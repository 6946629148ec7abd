-- A session or a project is asked for as it was known at a transaction, by its id: not by its open row alone.
CREATE INDEX container_by_id ON muniment.containers (tenant_id, container_id);
