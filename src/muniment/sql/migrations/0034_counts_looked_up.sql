-- What waits to be embedded is counted by every recall, at its basis: it is looked up by when it was embedded, and what was
-- embedded long ago is passed over.
CREATE INDEX backlog_known ON muniment.backlog (tenant_id, embedder_no, partition_no, known_until, known_from);

-- What a user keeps is counted in an index, and not row by row, where a quota is near. That numbers are greater than zero
-- only this count says, so that the index seems to suit no look-up.
CREATE INDEX memory_open ON muniment.memories (tenant_id, partition_no) WHERE known_until IS NULL AND number > 0;
