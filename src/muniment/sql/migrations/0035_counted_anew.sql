-- The server counts its tables now and then. Where it counted one while hardly a row of it was committed, as in the middle of
-- a first large load, it takes the table for empty, and walks the whole of it for each row that it looks up elsewhere. Whoever
-- writes that much has such tables counted in the same transaction: those of which less than a row a page is known. Only
-- the owner may count, so the function does it as the owner; it reads no row for the caller. What is known of a table is
-- advice: one that somebody else holds, or that the function's owner may not count, is left out, and the write goes on.
CREATE FUNCTION muniment.count_anew() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '50ms' AS $$
DECLARE
    name text;
BEGIN
    FOR name IN
        SELECT c.relname FROM pg_class c
        WHERE c.relnamespace = 'muniment'::regnamespace AND c.relkind = 'r'
          AND c.reltuples < pg_relation_size(c.oid) / current_setting('block_size')::bigint
        ORDER BY c.relname
    LOOP
        BEGIN
            EXECUTE format('ANALYZE (SKIP_LOCKED) muniment.%I', name);
        EXCEPTION
            -- SKIP_LOCKED waits all the same for who gives rights to the table: that changes its row in the catalogue.
            WHEN insufficient_privilege OR lock_not_available THEN
                RAISE WARNING 'muniment.% is not counted: %', name, SQLERRM;
        END;
    END LOOP;
END
$$;
REVOKE ALL ON FUNCTION muniment.count_anew() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION muniment.count_anew() TO {writer};
