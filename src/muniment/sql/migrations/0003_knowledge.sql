-- What turns of a conversation were taken to say: decisions, and contradictions that a person settles.

CREATE TABLE muniment.decisions (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    ordinal integer NOT NULL,
    partition_no integer NOT NULL,
    episode_id uuid NOT NULL,
    span_from integer,
    span_until integer,
    decision text NOT NULL CONSTRAINT decision_is_of_a_known_kind CHECK (
        decision IN ('ADD', 'UPDATE', 'INVALIDATE', 'NOOP')),
    outcome text NOT NULL CONSTRAINT decision_has_a_known_outcome CHECK (
        outcome IN ('new', 'superseded', 'corrected', 'ended', 'duplicate', 'contradicted', 'unclear', 'refused', 'recalled')),
    memory_id uuid,
    candidates uuid[] NOT NULL CONSTRAINT decision_candidates_are_a_list CHECK (
        candidates = '{}' OR (array_ndims(candidates) = 1 AND array_lower(candidates, 1) = 1
                              AND array_position(candidates, NULL) IS NULL)),
    claim text CONSTRAINT decision_claim_is_an_object CHECK (claim IS JSON OBJECT),
    rationale text,
    extracted_by text NOT NULL,
    decided_by text NOT NULL,
    salt bytea,
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    PRIMARY KEY (tenant_id, number, ordinal),
    CONSTRAINT decision_span_is_a_span CHECK (span_until > span_from AND span_from >= 0),
    CONSTRAINT decision_is_erased_whole CHECK ((rationale IS NULL) = (salt IS NULL))
);
CREATE INDEX decision_by_memory ON muniment.decisions (tenant_id, memory_id) WHERE memory_id IS NOT NULL;
CREATE INDEX decision_by_episode ON muniment.decisions (tenant_id, episode_id);
COMMENT ON TABLE muniment.decisions IS 'What was made of each claim of a turn, why, and by whom; kept for ever.';
COMMENT ON COLUMN muniment.decisions.candidates IS 'The memories that were considered.';

CREATE TABLE muniment.contradictions (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    ordinal integer NOT NULL,
    contradiction_id uuid NOT NULL,
    partition_no integer NOT NULL,
    first_id uuid NOT NULL,
    second_id uuid NOT NULL,
    kept text CONSTRAINT contradiction_keeps_a_known_side CHECK (kept IN ('first', 'second', 'both')),
    settled_by text,
    rationale text,
    salt bytea,
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    PRIMARY KEY (tenant_id, number, ordinal),
    CONSTRAINT contradiction_is_known_for_a_while CHECK (known_until > known_from),
    CONSTRAINT contradiction_is_settled_by_somebody CHECK ((kept IS NULL) = (settled_by IS NULL)),
    CONSTRAINT contradiction_is_erased_whole CHECK ((rationale IS NULL) = (salt IS NULL))
);
CREATE UNIQUE INDEX contradiction_is_open_once ON muniment.contradictions (tenant_id, contradiction_id)
    WHERE known_until IS NULL;
CREATE INDEX contradiction_to_settle ON muniment.contradictions (tenant_id, partition_no) WHERE kept IS NULL;
COMMENT ON TABLE muniment.contradictions IS 'Two beliefs that cannot both hold: one row while nobody has decided, another for what a person decided.';

-- A belief is found by its subject, predicate and object, and an alias by what it stands for.
CREATE INDEX memory_by_fact ON muniment.memories (tenant_id, partition_no, entity_key, category_key, object_key)
    WHERE known_until IS NULL AND object_key IS NOT NULL;
CREATE INDEX memory_by_alias ON muniment.memories (tenant_id, partition_no, object_key)
    WHERE known_until IS NULL AND category_key = 'alias_of';

-- The names that one thing goes by, folded: its own, what it is an alias of, and every other alias of that.
CREATE FUNCTION muniment.names_met(tenant uuid, partition_nos integer[], name text) RETURNS SETOF text
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    known text[];
BEGIN
    known := ARRAY(
        SELECT m.object_key FROM muniment.memories m
        WHERE m.tenant_id = tenant AND m.partition_no = ANY (partition_nos) AND m.known_until IS NULL
          AND m.entity_key = name AND m.category_key = 'alias_of' AND m.object_key IS NOT NULL AND m.standing = 'held'
        ORDER BY m.object_key);
    RETURN QUERY
        SELECT name UNION SELECT unnest(known) UNION
        SELECT m.entity_key FROM muniment.memories m
        WHERE m.tenant_id = tenant AND m.partition_no = ANY (partition_nos) AND m.known_until IS NULL
          AND m.category_key = 'alias_of' AND m.object_key = ANY (known || name) AND m.standing = 'held';
END
$$;

-- The groups of rivals that claims could meet: those of match keys, of the newest beliefs in whole slots, and of
-- beliefs that name an object.
CREATE FUNCTION muniment.rivals_met(
    tenant uuid, partition_nos integer[], match_keys uuid[],
    entity_keys text[], category_keys text[], object_keys text[], candidates_max integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
    RETURN QUERY
        SELECT g.rivals_key FROM muniment.rival_groups g
        WHERE g.tenant_id = tenant AND g.match_key = ANY (match_keys)
        UNION
        SELECT c.rivals_key FROM unnest(entity_keys, category_keys, object_keys) AS k (entity_key, category_key, object_key)
        CROSS JOIN LATERAL muniment.names_met(tenant, partition_nos, k.entity_key) AS n (name)
        CROSS JOIN LATERAL (
            SELECT m.rivals_key FROM muniment.memories m
            WHERE m.tenant_id = tenant AND m.partition_no = ANY (partition_nos) AND m.known_until IS NULL
              AND m.entity_key = n.name AND m.category_key = k.category_key
            ORDER BY m.number DESC, m.ordinal DESC LIMIT candidates_max) c
        WHERE k.object_key IS NULL
        UNION
        SELECT c.rivals_key FROM unnest(entity_keys, category_keys, object_keys) AS k (entity_key, category_key, object_key)
        CROSS JOIN LATERAL muniment.names_met(tenant, partition_nos, k.entity_key) AS n (name)
        CROSS JOIN LATERAL (
            SELECT m.rivals_key FROM muniment.memories m
            WHERE m.tenant_id = tenant AND m.partition_no = ANY (partition_nos) AND m.known_until IS NULL
              AND m.entity_key = n.name AND m.category_key = k.category_key AND m.object_key = k.object_key
            ORDER BY m.number DESC, m.ordinal DESC LIMIT candidates_max) c
        WHERE k.object_key IS NOT NULL;
END
$$;

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['decisions', 'contradictions']
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
        EXECUTE format('CREATE TRIGGER known_is_stamped BEFORE INSERT OR UPDATE ON muniment.%I
            FOR EACH ROW EXECUTE FUNCTION muniment.stamp_known()', name);
    END LOOP;
END
$$;
CREATE POLICY row_is_closed ON muniment.contradictions FOR UPDATE USING (
    tenant_id = (SELECT muniment.tenant()) AND known_until IS NULL
    AND (SELECT muniment.may('write') OR muniment.may('forget'))
    AND partition_no + 0 = ANY ((SELECT muniment.closable_partitions())::integer[]))
WITH CHECK (
    tenant_id = (SELECT muniment.tenant())
    AND partition_no + 0 = ANY ((SELECT muniment.closable_partitions())::integer[]));

REVOKE ALL ON muniment.decisions, muniment.contradictions FROM PUBLIC;
GRANT SELECT ON muniment.decisions, muniment.contradictions TO {writer}, {reader};
GRANT INSERT ON muniment.decisions, muniment.contradictions TO {writer};
GRANT UPDATE (known_until) ON muniment.contradictions TO {writer};
