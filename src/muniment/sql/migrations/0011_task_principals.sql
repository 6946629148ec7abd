-- A task writes where its enqueuer would have written, and sees no more than its enqueuer saw.

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['tasks', 'schedules']
    LOOP
        EXECUTE format($table$
            ALTER TABLE muniment.%I
                ADD COLUMN project text NOT NULL DEFAULT 'inbox',
                ADD COLUMN session text,
                ADD COLUMN acting text,
                ADD COLUMN namespaces text[],
                ADD COLUMN confined text CHECK (confined IS JSON OBJECT)$table$, name);
        EXECUTE format($comment$
            COMMENT ON COLUMN muniment.%I.session IS 'The session of what it writes; NULL: that of the day.'$comment$, name);
        EXECUTE format($comment$
            COMMENT ON COLUMN muniment.%I.namespaces IS 'The namespaces beyond which it sees nothing; NULL: no such bound.'$comment$, name);
        EXECUTE format($comment$
            COMMENT ON COLUMN muniment.%I.confined IS 'What grants reach of the user; NULL: everything.'$comment$, name);
    END LOOP;
END
$$;

CREATE FUNCTION muniment.is_bound_alike(namespaces text[], confined text) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN to_jsonb(namespaces) IS NOT DISTINCT FROM (muniment.principal() -> 'namespaces')
    AND confined::jsonb IS NOT DISTINCT FROM (muniment.principal() -> 'confined');

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['tasks', 'schedules']
    LOOP
        EXECUTE format($policy$
            ALTER POLICY row_is_written ON muniment.%I WITH CHECK (
                tenant_id = (SELECT muniment.tenant())
                AND (SELECT muniment.may('write') OR muniment.may('forget'))
                AND muniment.is_the_principals(owner_id, agent, role, permissions, containers)
                AND muniment.is_bound_alike(namespaces, confined))$policy$, name);
    END LOOP;
END
$$;
