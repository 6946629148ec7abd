-- The server counts its tables now and then. Where it counted one while hardly a row of it was committed, as in the middle of
-- a first large load, it takes the table for empty, and walks the whole of it for each row that it looks up elsewhere. Whoever
-- writes that much has such tables counted in the same transaction: those of which less than a row a page is known. Only
-- the owner may count, so the function does it as the owner; it reads no row for the caller, and waits for nobody.
CREATE FUNCTION muniment.count_anew() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    name text;
BEGIN
    FOR name IN
        SELECT c.relname FROM pg_class c
        WHERE c.relnamespace = 'muniment'::regnamespace AND c.relkind = 'r'
          AND c.reltuples < pg_relation_size(c.oid) / current_setting('block_size')::bigint
        ORDER BY c.relname
    LOOP
        EXECUTE format('ANALYZE (SKIP_LOCKED) muniment.%I', name);
    END LOOP;
END
$$;
REVOKE ALL ON FUNCTION muniment.count_anew() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION muniment.count_anew() TO {writer};
