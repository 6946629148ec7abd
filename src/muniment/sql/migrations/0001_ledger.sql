-- The ledger: what is believed, since when, by whom; and what is derived from it.
--
-- Where a table is looked up by unit, that index is made last: on a small table without statistics all indexes cost
-- the same, and the planner keeps the newest.
--
-- Every table leads with tenant_id. A row of the ledger is named by (number, ordinal): the transaction
-- that wrote it and its place therein. known_from and known_until are stamped by the database.

CREATE SCHEMA muniment;

-- The principal of a transaction: {"tenant", "user", "agent", "containers", "permissions"}.
-- Unset or empty, every policy below refuses.
CREATE FUNCTION muniment.principal() RETURNS jsonb
LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('muniment.principal', true), '')::jsonb;

CREATE FUNCTION muniment.tenant() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE
RETURN (muniment.principal() ->> 'tenant')::uuid;

CREATE FUNCTION muniment.may(permission text) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce(muniment.principal() -> 'permissions' ? permission, false);

-- Version 7 UUIDs (RFC 9562, 5.7): PostgreSQL's own where it has them (18), else random ones with the time in front.
DO $$
BEGIN
    IF to_regprocedure('pg_catalog.uuidv7()') IS NOT NULL THEN
        EXECUTE 'CREATE FUNCTION muniment.new_id() RETURNS uuid
            LANGUAGE sql VOLATILE PARALLEL SAFE RETURN pg_catalog.uuidv7()';
    ELSE
        EXECUTE $f$CREATE FUNCTION muniment.new_id() RETURNS uuid
            LANGUAGE sql VOLATILE PARALLEL SAFE
            RETURN encode(
                set_bit(set_bit(
                    overlay(
                        uuid_send(gen_random_uuid())
                        PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
                        FROM 1 FOR 6),
                    52, 1), 53, 1), 'hex')::uuid$f$;
    END IF;
END
$$;

-- Refuse a change that reached another number of rows than it should: what row-level security hides is not changed.
CREATE FUNCTION muniment.expect_rows(expected bigint, reached bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF reached <> expected THEN
        RAISE EXCEPTION 'a change reached % rows instead of %', reached, expected
            USING ERRCODE = 'insufficient_privilege';
    END IF;
END
$$;

CREATE TABLE muniment.heads (
    tenant_id uuid PRIMARY KEY,
    number bigint NOT NULL,
    recorded_at timestamptz NOT NULL,
    hash bytea NOT NULL,
    units_total bigint NOT NULL,
    partitions_total integer NOT NULL
);
COMMENT ON TABLE muniment.heads IS 'The last transaction of each tenant; its row is the lock that serialises the tenant''s writers.';

CREATE TABLE muniment.transactions (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    recorded_at timestamptz NOT NULL,
    actor text NOT NULL,
    role text NOT NULL,
    operation text NOT NULL,
    reason text,
    entries text NOT NULL,
    closings text NOT NULL,
    units_total bigint NOT NULL,
    partitions_total integer NOT NULL,
    previous_hash bytea NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (tenant_id, number)
);
CREATE UNIQUE INDEX transaction_has_one_time ON muniment.transactions (tenant_id, recorded_at);
COMMENT ON COLUMN muniment.transactions.entries IS 'Canonical JSON: [ordinal, table, plain digest, salted digest or null] of each row written.';
COMMENT ON COLUMN muniment.transactions.closings IS 'Canonical JSON: [table, number, ordinal] of each row closed.';

CREATE TABLE muniment.tenants (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    ordinal integer NOT NULL,
    name text NOT NULL,
    language text NOT NULL,
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    PRIMARY KEY (tenant_id, number, ordinal)
);
CREATE UNIQUE INDEX tenant_has_one_name ON muniment.tenants (tenant_id) WHERE known_until IS NULL;

CREATE TABLE muniment.users (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    ordinal integer NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    PRIMARY KEY (tenant_id, number, ordinal)
);
CREATE UNIQUE INDEX user_has_one_name ON muniment.users (tenant_id, user_id) WHERE known_until IS NULL;

CREATE TABLE muniment.containers (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    ordinal integer NOT NULL,
    container_id uuid NOT NULL,
    user_id uuid NOT NULL,
    parent_id uuid,
    kind text NOT NULL CONSTRAINT container_is_of_a_known_kind CHECK (kind IN ('project', 'session', 'thread')),
    name text NOT NULL,
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    PRIMARY KEY (tenant_id, number, ordinal)
);
CREATE UNIQUE INDEX container_is_open_once ON muniment.containers (tenant_id, container_id) WHERE known_until IS NULL;

CREATE TABLE muniment.categories (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    ordinal integer NOT NULL,
    category_key text NOT NULL,
    name text NOT NULL,
    cardinality text NOT NULL CONSTRAINT category_holds_one_or_many CHECK (cardinality IN ('one', 'many')),
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    PRIMARY KEY (tenant_id, number, ordinal)
);
CREATE UNIQUE INDEX category_has_one_cardinality ON muniment.categories (tenant_id, category_key) WHERE known_until IS NULL;

CREATE TABLE muniment.embedders (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    ordinal integer NOT NULL,
    embedder_no integer NOT NULL,
    name text NOT NULL,
    dimensions integer NOT NULL,
    digest text NOT NULL,
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    PRIMARY KEY (tenant_id, number, ordinal)
);
CREATE UNIQUE INDEX embedder_is_one_at_a_time ON muniment.embedders (tenant_id) WHERE known_until IS NULL;

-- Who may read a row is decided by its partition: one per (scope, owner, container, namespace,
-- visibility, private agent). owner_id is the user, the nil UUID for memories of no user,
-- the max UUID for the whole tenant.
CREATE TABLE muniment.partitions (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    ordinal integer NOT NULL,
    partition_no integer NOT NULL,
    scope text NOT NULL CONSTRAINT partition_has_a_known_scope CHECK (scope IN ('global', 'user', 'container')),
    owner_id uuid NOT NULL,
    container_id uuid,
    namespace text NOT NULL,
    visibility text NOT NULL CONSTRAINT partition_has_a_known_visibility CHECK (visibility IN ('private', 'team', 'public')),
    agent text,
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    PRIMARY KEY (tenant_id, partition_no),
    CONSTRAINT partition_has_one_place UNIQUE (tenant_id, number, ordinal),
    CONSTRAINT partition_is_private_to_an_agent CHECK ((visibility = 'private') = (agent IS NOT NULL)),
    CONSTRAINT partition_of_a_container_names_it CHECK ((scope = 'container') = (container_id IS NOT NULL)),
    CONSTRAINT partition_is_global_or_owned CHECK ((scope = 'global') = (owner_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
);
CREATE UNIQUE INDEX partition_is_made_once ON muniment.partitions
    (tenant_id, owner_id, scope, container_id, namespace, visibility, agent) NULLS NOT DISTINCT;

CREATE TABLE muniment.memories (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    ordinal integer NOT NULL,
    memory_id uuid NOT NULL,
    unit_no bigint NOT NULL,
    partition_no integer NOT NULL,
    rivals_key uuid NOT NULL,
    match_key uuid,
    cardinality text CONSTRAINT memory_slot_holds_one_or_many CHECK (cardinality IN ('one', 'many')),
    standing text NOT NULL CONSTRAINT memory_has_a_known_standing CHECK (standing IN ('held', 'contested', 'quarantined')),
    content text,
    entity text,
    entity_key text,
    category text,
    category_key text,
    object text,
    object_key text,
    tags text[] NOT NULL CONSTRAINT memory_tags_are_a_list CHECK (
        tags = '{}' OR (array_ndims(tags) = 1 AND array_lower(tags, 1) = 1 AND array_position(tags, NULL) IS NULL)),
    metadata text CONSTRAINT memory_metadata_is_an_object CHECK (metadata IS JSON OBJECT),
    confidence double precision NOT NULL CONSTRAINT memory_confidence_is_a_probability CHECK (confidence BETWEEN 0 AND 1),
    agent text,
    salt bytea,
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    PRIMARY KEY (tenant_id, number, ordinal),
    CONSTRAINT memory_is_known_for_a_while CHECK (known_until > known_from),
    CONSTRAINT memory_is_erased_whole CHECK ((content IS NULL) = (salt IS NULL))
);
CREATE INDEX memory_by_rivals ON muniment.memories (tenant_id, rivals_key);
CREATE INDEX memory_by_id ON muniment.memories (tenant_id, memory_id, known_from);
CREATE INDEX memory_by_entity ON muniment.memories (tenant_id, partition_no, entity_key, category_key);
CREATE INDEX memory_by_category ON muniment.memories (tenant_id, partition_no, category_key);
CREATE UNIQUE INDEX memory_is_one_unit ON muniment.memories (tenant_id, unit_no);
COMMENT ON TABLE muniment.memories IS 'What a memory says: one row per revision of its content or standing.';
COMMENT ON COLUMN muniment.memories.match_key IS 'Digest of the slot (cardinality one) or of slot and content (many), by which rival_groups is found.';
COMMENT ON COLUMN muniment.memories.rivals_key IS 'Names the group within which at each instant one memory holds.';

CREATE TABLE muniment.assertions (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    ordinal integer NOT NULL,
    memory_id uuid NOT NULL,
    partition_no integer NOT NULL,
    rivals_key uuid NOT NULL,
    gap boolean NOT NULL,
    valid_from timestamptz NOT NULL,
    valid_until timestamptz,
    rank_from timestamptz NOT NULL,
    rank_number bigint NOT NULL,
    rank_ordinal integer NOT NULL,
    confidence double precision NOT NULL,
    actor text NOT NULL,
    episode_id uuid,
    span_from integer,
    span_until integer,
    source text,
    salt bytea,
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    PRIMARY KEY (tenant_id, number, ordinal),
    CONSTRAINT assertion_is_valid_for_a_while CHECK (valid_until > valid_from),
    CONSTRAINT assertion_is_known_for_a_while CHECK (known_until > known_from),
    CONSTRAINT assertion_span_is_a_span CHECK (span_until > span_from AND span_from >= 0)
);
CREATE INDEX assertion_by_memory ON muniment.assertions (tenant_id, memory_id);
CREATE INDEX assertion_by_rivals ON muniment.assertions (tenant_id, rivals_key, rank_from) WHERE known_until IS NULL;
CREATE INDEX assertion_by_episode ON muniment.assertions (tenant_id, episode_id) WHERE episode_id IS NOT NULL;
COMMENT ON TABLE muniment.assertions IS 'That somebody said a memory holds (or, gap, that it does not) for a period: the evidence.';

CREATE TABLE muniment.versions (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    ordinal integer NOT NULL,
    memory_id uuid NOT NULL,
    unit_no bigint NOT NULL,
    partition_no integer NOT NULL,
    rivals_key uuid NOT NULL,
    exclusive boolean NOT NULL,
    gap boolean NOT NULL,
    valid_from timestamptz NOT NULL,
    valid_until timestamptz,
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    PRIMARY KEY (tenant_id, number, ordinal),
    CONSTRAINT version_is_valid_for_a_while CHECK (valid_until > valid_from),
    CONSTRAINT version_is_known_for_a_while CHECK (known_until > known_from),
    CONSTRAINT memory_one_belief_at_a_time EXCLUDE USING gist (
        tenant_id WITH =, rivals_key WITH =,
        tstzrange(valid_from, valid_until) WITH &&, tstzrange(known_from, known_until) WITH &&
    ) WHERE (exclusive)
);
CREATE INDEX version_by_memory ON muniment.versions (tenant_id, memory_id);
CREATE INDEX version_by_rivals ON muniment.versions
    (tenant_id, rivals_key, coalesce(valid_until, 'infinity'::timestamptz)) WHERE known_until IS NULL;
CREATE INDEX version_by_unit ON muniment.versions (tenant_id, unit_no);
COMMENT ON TABLE muniment.versions IS 'When a memory holds, at each state of our knowledge: the runs of the holding function.';

CREATE TABLE muniment.episodes (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    ordinal integer NOT NULL,
    episode_id uuid NOT NULL,
    unit_no bigint NOT NULL,
    partition_no integer NOT NULL,
    session_id uuid NOT NULL,
    position integer NOT NULL,
    speaker text,
    content text,
    caption text,
    occurred_at timestamptz NOT NULL,
    source_id text,
    metadata text CONSTRAINT episode_metadata_is_an_object CHECK (metadata IS JSON OBJECT),
    salt bytea,
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    PRIMARY KEY (tenant_id, number, ordinal),
    CONSTRAINT episode_is_known_for_a_while CHECK (known_until > known_from),
    CONSTRAINT episode_is_erased_whole CHECK ((content IS NULL) = (salt IS NULL))
);
CREATE UNIQUE INDEX episode_by_id ON muniment.episodes (tenant_id, episode_id);
CREATE UNIQUE INDEX episode_has_one_place ON muniment.episodes (tenant_id, session_id, partition_no, position);
CREATE UNIQUE INDEX episode_is_stored_once ON muniment.episodes (tenant_id, session_id, partition_no, source_id);
CREATE UNIQUE INDEX episode_is_one_unit ON muniment.episodes (tenant_id, unit_no);
COMMENT ON TABLE muniment.episodes IS 'One conversation turn, verbatim.';

CREATE TABLE muniment.tombstones (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    ordinal integer NOT NULL,
    erased_table text NOT NULL,
    erased_number bigint NOT NULL,
    erased_ordinal integer NOT NULL,
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    PRIMARY KEY (tenant_id, number, ordinal)
);
CREATE UNIQUE INDEX tombstone_is_one_per_row ON muniment.tombstones
    (tenant_id, erased_table, erased_number, erased_ordinal);
COMMENT ON TABLE muniment.tombstones IS 'Rows whose words were erased by law: their salted digest can no longer be recomputed.';

-- What follows is derived from the ledger and can be rebuilt from it.

CREATE TABLE muniment.rival_groups (
    tenant_id uuid NOT NULL,
    match_key uuid NOT NULL,
    partition_no integer NOT NULL,
    rivals_key uuid NOT NULL,
    PRIMARY KEY (tenant_id, match_key)
);
COMMENT ON TABLE muniment.rival_groups IS 'Where the rivals of a newcomer are: one row per match key, found in one step.';

CREATE TABLE muniment.vectors (
    tenant_id uuid NOT NULL,
    embedder_no integer NOT NULL,
    partition_no integer NOT NULL,
    unit_no bigint NOT NULL,
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    embedding halfvec NOT NULL,
    PRIMARY KEY (tenant_id, embedder_no, partition_no, unit_no)
);
ALTER TABLE muniment.vectors ALTER embedding SET STORAGE PLAIN;

CREATE TABLE muniment.backlog (
    tenant_id uuid NOT NULL,
    embedder_no integer NOT NULL,
    partition_no integer NOT NULL,
    unit_no bigint NOT NULL,
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    PRIMARY KEY (tenant_id, embedder_no, partition_no, unit_no)
);
CREATE INDEX backlog_waiting ON muniment.backlog (tenant_id, embedder_no, unit_no) WHERE known_until IS NULL;
COMMENT ON TABLE muniment.backlog IS 'Units that were written while the embedder was away; known_until says when they were embedded.';

CREATE TABLE muniment.postings (
    tenant_id uuid NOT NULL,
    partition_no integer NOT NULL,
    term text COLLATE "C" NOT NULL,
    unit_no bigint NOT NULL,
    frequency smallint NOT NULL,
    length integer NOT NULL,
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    PRIMARY KEY (tenant_id, partition_no, term, unit_no)
        INCLUDE (frequency, length, known_from, known_until)
);

CREATE TABLE muniment.labels (
    tenant_id uuid NOT NULL,
    partition_no integer NOT NULL,
    kind text NOT NULL CONSTRAINT label_is_of_a_known_kind CHECK (kind IN ('tag', 'entity', 'speaker')),
    label text COLLATE "C" NOT NULL,
    unit_no bigint NOT NULL,
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    PRIMARY KEY (tenant_id, partition_no, kind, label, unit_no) INCLUDE (known_from, known_until)
);
CREATE INDEX label_by_unit ON muniment.labels (tenant_id, unit_no);

CREATE TABLE muniment.word_statistics (
    tenant_id uuid NOT NULL,
    partition_no integer NOT NULL,
    known_from timestamptz NOT NULL,
    units bigint NOT NULL,
    words bigint NOT NULL,
    PRIMARY KEY (tenant_id, partition_no, known_from) INCLUDE (units, words)
);
COMMENT ON TABLE muniment.word_statistics IS 'Running totals per partition: units open and words in them since known_from.';

CREATE TABLE muniment.recalls (
    tenant_id uuid NOT NULL,
    recall_id uuid NOT NULL,
    owner_id uuid NOT NULL,
    number bigint NOT NULL,
    digest text NOT NULL,
    request text NOT NULL,
    receipt text NOT NULL,
    traced_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (tenant_id, recall_id)
);
CREATE INDEX recall_by_time ON muniment.recalls (tenant_id, owner_id, traced_at);

-- Stamps.

CREATE FUNCTION muniment.stamp_known() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    now_known timestamptz;
    now_number bigint;
BEGIN
    SELECT h.recorded_at, h.number INTO now_known, now_number FROM muniment.heads h
    WHERE h.tenant_id = NEW.tenant_id AND h.xmin = pg_current_xact_id()::xid;
    IF now_known IS NULL OR (TG_OP = 'INSERT' AND NEW.number <> now_number) THEN
        RAISE EXCEPTION 'the ledger is written inside a transaction that advances its head'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ledger_advances_its_head';
    END IF;
    IF TG_OP = 'INSERT' THEN
        NEW.known_from := now_known;
        NEW.known_until := NULL;
    ELSIF OLD.known_until IS NOT NULL THEN
        RAISE EXCEPTION 'a closed row stays closed'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ledger_row_closes_once';
    ELSE
        NEW.known_until := now_known;
    END IF;
    RETURN NEW;
END
$$;

CREATE FUNCTION muniment.stamp_head() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.number <> OLD.number + 1
        OR NEW.recorded_at <= OLD.recorded_at
        OR NEW.recorded_at > greatest(clock_timestamp(), OLD.recorded_at + interval '1 microsecond')
    THEN
        RAISE EXCEPTION 'a head moves one transaction forward, and its time with it'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'head_moves_forward';
    END IF;
    RETURN NEW;
END
$$;

CREATE FUNCTION muniment.stamp_transaction() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM muniment.heads h
        WHERE h.tenant_id = NEW.tenant_id AND h.xmin = pg_current_xact_id()::xid
          AND h.number = NEW.number AND h.recorded_at = NEW.recorded_at AND h.hash = NEW.hash)
    THEN
        RAISE EXCEPTION 'a transaction is written as the head that this very transaction moved'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'transaction_is_the_head';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER transaction_is_stamped BEFORE INSERT ON muniment.transactions
    FOR EACH ROW EXECUTE FUNCTION muniment.stamp_transaction();

CREATE TRIGGER head_is_stamped BEFORE UPDATE ON muniment.heads
    FOR EACH ROW EXECUTE FUNCTION muniment.stamp_head();

DO $$
DECLARE
    ledger text;
BEGIN
    FOREACH ledger IN ARRAY ARRAY[
        'tenants', 'users', 'containers', 'categories', 'embedders', 'partitions',
        'memories', 'assertions', 'versions', 'episodes', 'tombstones']
    LOOP
        EXECUTE format(
            'CREATE TRIGGER known_is_stamped BEFORE INSERT OR UPDATE ON muniment.%I
                FOR EACH ROW EXECUTE FUNCTION muniment.stamp_known()', ledger);
    END LOOP;
END
$$;
