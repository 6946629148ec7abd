-- Lists go through valid time from its latest end, and stop when a page is full.

CREATE INDEX version_by_valid ON muniment.versions (tenant_id, valid_from DESC, memory_id) WHERE NOT gap;
