-- What somebody enqueued or scheduled for another is done while the grants are in force by which it acts: so a task and a
-- schedule say who that is, and the database compares.

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['tasks', 'schedules']
    LOOP
        EXECUTE format('ALTER TABLE muniment.%I ADD COLUMN grantee_id uuid', name);
        EXECUTE format($comment$
            COMMENT ON COLUMN muniment.%I.grantee_id IS 'Who acts for its user by grants, which have to be in force; NULL: nobody.'$comment$, name);
        EXECUTE format($policy$
            ALTER POLICY row_is_written ON muniment.%I WITH CHECK (
                tenant_id = (SELECT muniment.tenant())
                AND (SELECT muniment.may('write') OR muniment.may('forget'))
                AND muniment.is_the_principals(owner_id, agent, role, permissions, containers)
                AND muniment.is_bound_alike(namespaces, confined)
                AND grantee_id IS NOT DISTINCT FROM (SELECT (muniment.principal() ->> 'grantee')::uuid))$policy$, name);
    END LOOP;
END
$$;
GRANT UPDATE (is_on) ON muniment.schedules TO {writer};

-- What stamps the ledger finds types, functions and operators in the catalogue first: a role may have types of its own among its
-- temporary objects, and perhaps a schema.
ALTER FUNCTION muniment.stamp_head() SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION muniment.stamp_known() SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION muniment.stamp_transaction() SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION muniment.stamp_reason() SET search_path = pg_catalog, pg_temp;
