-- Before PostgreSQL 18, ids that are made within one millisecond come in the order in which they are made: the 12 bits
-- behind the version are the fraction of the millisecond (RFC 9562, 6.2, method 3), as PostgreSQL's own have it.
DO $$
BEGIN
    IF to_regprocedure('pg_catalog.uuidv7()') IS NULL THEN
        EXECUTE $f$CREATE OR REPLACE FUNCTION muniment.new_id() RETURNS uuid
            LANGUAGE sql VOLATILE PARALLEL SAFE
            RETURN (
                SELECT encode(
                    overlay(
                        uuid_send(gen_random_uuid())
                        PLACING substring(int8send(t.us / 1000) FROM 3)
                            || substring(int8send(28672 + t.us % 1000 * 4096 / 1000) FROM 7)
                        FROM 1 FOR 8), 'hex')::uuid
                FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS us) t)$f$;
    END IF;
END
$$;
