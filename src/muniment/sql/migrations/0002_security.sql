-- Who may do what: two roles that own nothing, and forced row-level security keyed on the principal.
-- {writer} and {reader} are group roles made by the migrator.

-- The partitions that the principal may read. Everything that carries a partition follows from this one policy.
ALTER TABLE muniment.partitions ENABLE ROW LEVEL SECURITY;
ALTER TABLE muniment.partitions FORCE ROW LEVEL SECURITY;

CREATE FUNCTION muniment.owners() RETURNS uuid[]
LANGUAGE sql STABLE PARALLEL SAFE
RETURN ARRAY[(muniment.principal() ->> 'user')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid];

CREATE FUNCTION muniment.open_containers() RETURNS uuid[]
LANGUAGE sql STABLE PARALLEL SAFE
RETURN ARRAY(SELECT jsonb_array_elements_text(muniment.principal() -> 'containers')::uuid);

CREATE FUNCTION muniment.agent() RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
RETURN muniment.principal() ->> 'agent';

CREATE POLICY partition_is_visible ON muniment.partitions FOR SELECT USING (
    tenant_id = (SELECT muniment.tenant())
    AND owner_id = ANY ((SELECT muniment.owners())::uuid[])
    AND (container_id IS NULL OR container_id = ANY ((SELECT muniment.open_containers())::uuid[]))
    AND (visibility <> 'private' OR agent = (SELECT muniment.agent()))
);
CREATE POLICY partition_is_made ON muniment.partitions FOR INSERT WITH CHECK (
    tenant_id = (SELECT muniment.tenant())
    AND owner_id = ANY ((SELECT muniment.owners())::uuid[])
    AND (container_id IS NULL OR container_id = ANY ((SELECT muniment.open_containers())::uuid[]))
    AND (visibility <> 'private' OR agent = (SELECT muniment.agent()))
    AND (SELECT muniment.may('write'))
);

-- What the principal may read, as one array that a statement computes once. The policies compare partition_no + 0
-- with it: as a bare column it would tempt the planner, before statistics are gathered, to walk a whole partition by
-- an index that a statement did not ask for.
CREATE FUNCTION muniment.visible_partitions() RETURNS integer[]
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
    RETURN ARRAY(SELECT p.partition_no FROM muniment.partitions p WHERE p.tenant_id = muniment.tenant());
END
$$;

-- Global memories are closed by those who govern; others close their own.
CREATE FUNCTION muniment.closable_partitions() RETURNS integer[]
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
    RETURN ARRAY(SELECT p.partition_no FROM muniment.partitions p
                 WHERE p.tenant_id = muniment.tenant() AND (p.scope <> 'global' OR muniment.may('govern')));
END
$$;

DO $$
DECLARE
    name text;
BEGIN
    -- Rows of a partition.
    FOREACH name IN ARRAY ARRAY[
        'memories', 'assertions', 'versions', 'episodes', 'vectors', 'backlog', 'postings', 'labels',
        'rival_groups', 'word_statistics']
    LOOP
        EXECUTE format('ALTER TABLE muniment.%I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE muniment.%I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format($policy$
            CREATE POLICY row_is_visible ON muniment.%I FOR SELECT USING (
                tenant_id = (SELECT muniment.tenant())
                AND partition_no + 0 = ANY ((SELECT muniment.visible_partitions())::integer[]))$policy$, name);
        EXECUTE format($policy$
            CREATE POLICY row_is_written ON muniment.%I FOR INSERT WITH CHECK (
                tenant_id = (SELECT muniment.tenant()) AND (SELECT muniment.may('write') OR muniment.may('forget'))
                AND partition_no + 0 = ANY ((SELECT muniment.visible_partitions())::integer[]))$policy$, name);
        IF name NOT IN ('word_statistics', 'rival_groups') THEN
            EXECUTE format($policy$
                CREATE POLICY row_is_closed ON muniment.%I FOR UPDATE USING (
                    tenant_id = (SELECT muniment.tenant()) AND known_until IS NULL
                    AND (SELECT muniment.may('write') OR muniment.may('forget'))
                    AND partition_no + 0 = ANY ((SELECT muniment.closable_partitions())::integer[]))
                WITH CHECK (
                    tenant_id = (SELECT muniment.tenant())
                    AND partition_no + 0 = ANY ((SELECT muniment.closable_partitions())::integer[]))$policy$, name);
        END IF;
    END LOOP;

    -- Rows of the whole tenant.
    FOREACH name IN ARRAY ARRAY['heads', 'transactions', 'tenants', 'categories', 'embedders', 'tombstones']
    LOOP
        EXECUTE format('ALTER TABLE muniment.%I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE muniment.%I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY row_is_visible ON muniment.%I FOR SELECT
            USING (tenant_id = (SELECT muniment.tenant()))', name);
        EXECUTE format('CREATE POLICY row_is_written ON muniment.%I FOR INSERT
            WITH CHECK (tenant_id = (SELECT muniment.tenant())
                AND (SELECT muniment.may(''write'') OR muniment.may(''forget'')))', name);
    END LOOP;
    CREATE POLICY head_is_moved ON muniment.heads FOR UPDATE
        USING (tenant_id = (SELECT muniment.tenant())
            AND (SELECT muniment.may('write') OR muniment.may('forget')));
    FOREACH name IN ARRAY ARRAY['tenants', 'categories', 'embedders']
    LOOP
        EXECUTE format('CREATE POLICY row_is_closed ON muniment.%I FOR UPDATE
            USING (tenant_id = (SELECT muniment.tenant()) AND known_until IS NULL
                AND (SELECT muniment.may(''write'') OR muniment.may(''forget'')))
            WITH CHECK (tenant_id = (SELECT muniment.tenant()))', name);
    END LOOP;

    -- Rows of one user.
    FOREACH name IN ARRAY ARRAY['users', 'containers']
    LOOP
        EXECUTE format('ALTER TABLE muniment.%I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE muniment.%I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY row_is_visible ON muniment.%I FOR SELECT
            USING (tenant_id = (SELECT muniment.tenant()) AND user_id = ANY ((SELECT muniment.owners())::uuid[]))', name);
        EXECUTE format('CREATE POLICY row_is_written ON muniment.%I FOR INSERT
            WITH CHECK (tenant_id = (SELECT muniment.tenant()) AND user_id = ANY ((SELECT muniment.owners())::uuid[])
                AND (SELECT muniment.may(''write'')))', name);
        EXECUTE format('CREATE POLICY row_is_closed ON muniment.%I FOR UPDATE
            USING (tenant_id = (SELECT muniment.tenant()) AND user_id = ANY ((SELECT muniment.owners())::uuid[])
                AND known_until IS NULL AND (SELECT muniment.may(''write'')))
            WITH CHECK (tenant_id = (SELECT muniment.tenant()) AND user_id = ANY ((SELECT muniment.owners())::uuid[]))',
            name);
    END LOOP;
END
$$;

ALTER TABLE muniment.recalls ENABLE ROW LEVEL SECURITY;
ALTER TABLE muniment.recalls FORCE ROW LEVEL SECURITY;
CREATE POLICY recall_is_visible ON muniment.recalls FOR SELECT
    USING (tenant_id = (SELECT muniment.tenant()) AND owner_id = ANY ((SELECT muniment.owners())::uuid[]));
CREATE POLICY recall_is_traced ON muniment.recalls FOR INSERT
    WITH CHECK (tenant_id = (SELECT muniment.tenant()) AND owner_id = ANY ((SELECT muniment.owners())::uuid[]));

-- The auditor walks every row of one tenant, whoever owns it: with all partitions visible, so are their rows.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['partitions', 'users', 'containers']
    LOOP
        EXECUTE format('CREATE POLICY row_is_audited ON muniment.%I FOR SELECT
            USING (tenant_id = (SELECT muniment.tenant()) AND (SELECT muniment.may(''audit'')))', name);
    END LOOP;
END
$$;

-- What is derived may be taken away to be made again from the ledger; what is written may not.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['postings', 'labels', 'word_statistics', 'rival_groups']
    LOOP
        EXECUTE format($policy$
            CREATE POLICY row_is_rebuilt ON muniment.%I FOR DELETE USING (
                tenant_id = (SELECT muniment.tenant()) AND (SELECT muniment.may('govern'))
                AND partition_no + 0 = ANY ((SELECT muniment.visible_partitions())::integer[]))$policy$, name);
    END LOOP;
END
$$;

REVOKE ALL ON SCHEMA muniment FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA muniment FROM PUBLIC;
GRANT USAGE ON SCHEMA muniment TO {writer}, {reader};
GRANT SELECT ON ALL TABLES IN SCHEMA muniment TO {writer}, {reader};
GRANT INSERT ON ALL TABLES IN SCHEMA muniment TO {writer};
GRANT UPDATE (number, recorded_at, hash, units_total, partitions_total) ON muniment.heads TO {writer};
GRANT UPDATE (known_until) ON
    muniment.tenants, muniment.users, muniment.containers, muniment.categories, muniment.embedders,
    muniment.memories, muniment.assertions, muniment.versions, muniment.episodes,
    muniment.vectors, muniment.backlog, muniment.postings, muniment.labels
    TO {writer};
GRANT DELETE ON muniment.postings, muniment.labels, muniment.word_statistics, muniment.rival_groups TO {writer};
