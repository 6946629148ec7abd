-- What the principal may read is compared with every row that a search passes.

-- A variable of PL/pgSQL holds an array spread out. What is returned of it is compared as it stands; an array just made
-- would be packed as if it were stored, and unpacked again for each row.
CREATE OR REPLACE FUNCTION muniment.visible_partitions() RETURNS integer[]
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    visible integer[];
BEGIN
    IF nullif(current_setting('muniment.seen_by', true), '') = current_setting('muniment.principal', true) THEN
        visible := current_setting('muniment.seen')::integer[];
    ELSE
        visible := ARRAY(SELECT p.partition_no FROM muniment.partitions p WHERE p.tenant_id = muniment.tenant());
    END IF;
    RETURN visible;
END
$$;
