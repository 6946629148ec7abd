-- What the principal may read is worked out once in a transaction that only reads, not once for each table of each
-- statement.

-- muniment.seen holds what the principal in muniment.seen_by was found to see by the snapshot of this transaction; for
-- any other principal it counts for nothing.
CREATE OR REPLACE FUNCTION muniment.visible_partitions() RETURNS integer[]
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
    IF nullif(current_setting('muniment.seen_by', true), '') = current_setting('muniment.principal', true) THEN
        RETURN current_setting('muniment.seen')::integer[];
    END IF;
    RETURN ARRAY(SELECT p.partition_no FROM muniment.partitions p WHERE p.tenant_id = muniment.tenant());
END
$$;
