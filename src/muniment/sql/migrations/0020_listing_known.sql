-- A list passes over what was not known at its basis, and over the partitions of others, without looking at the rows.

-- Every number is greater than zero. A list says so, and no look-up does: where a table has no statistics yet, this index would
-- seem to suit look-ups better than that of what they name.
DROP INDEX muniment.version_by_valid;
CREATE INDEX version_by_valid ON muniment.versions (tenant_id, valid_from DESC, memory_id, known_from, partition_no)
    WHERE NOT gap AND number > 0;
