-- Pages: compiled knowledge of an entity, a category or a user, with its revisions and the vectors they are found by.
--
-- A page quotes what its readers may read, so it has a partition like everything that it quotes. Its words are quotations:
-- they are erased with what they quote, and their digest stays.

CREATE TABLE muniment.pages (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    ordinal integer NOT NULL,
    page_id uuid NOT NULL,
    partition_no integer NOT NULL,
    kind text NOT NULL CONSTRAINT page_is_of_a_known_kind CHECK (kind IN ('topic', 'persona', 'snapshot')),
    slug text,
    title text,
    entity text,
    entity_key text,
    category text,
    category_key text,
    terms text[] NOT NULL CONSTRAINT page_terms_are_a_list CHECK (
        terms = '{}' OR (array_ndims(terms) = 1 AND array_lower(terms, 1) = 1 AND array_position(terms, NULL) IS NULL)),
    salt bytea,
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    PRIMARY KEY (tenant_id, number, ordinal),
    CONSTRAINT page_is_known_for_a_while CHECK (known_until > known_from),
    CONSTRAINT page_is_erased_whole CHECK ((title IS NULL) = (salt IS NULL))
);
CREATE UNIQUE INDEX page_has_one_slug ON muniment.pages (tenant_id, partition_no, slug) WHERE known_until IS NULL;
CREATE UNIQUE INDEX page_is_open_once ON muniment.pages (tenant_id, page_id) WHERE known_until IS NULL;
CREATE INDEX page_by_slug ON muniment.pages (tenant_id, slug);
CREATE INDEX page_by_id ON muniment.pages (tenant_id, page_id);
COMMENT ON TABLE muniment.pages IS 'Compiled knowledge of an entity, a category or (snapshot) a user: what it is called and who reads it.';
COMMENT ON COLUMN muniment.pages.terms IS 'The indexed words of the title, in the tenant''s language: a question with all of them fits.';

CREATE TABLE muniment.page_revisions (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    ordinal integer NOT NULL,
    page_id uuid NOT NULL,
    partition_no integer NOT NULL,
    revision integer NOT NULL,
    derived_at bigint NOT NULL,
    valid_at timestamptz NOT NULL,
    memory_ids uuid[] NOT NULL,
    episode_ids uuid[] NOT NULL,
    body text CONSTRAINT page_revision_is_a_list CHECK (body IS JSON ARRAY),
    note text,
    salt bytea,
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    PRIMARY KEY (tenant_id, number, ordinal),
    CONSTRAINT page_revision_is_known_for_a_while CHECK (known_until > known_from),
    CONSTRAINT page_revision_is_erased_whole CHECK ((body IS NULL) = (salt IS NULL)),
    CONSTRAINT page_revision_cites CHECK (cardinality(memory_ids) + cardinality(episode_ids) > 0),
    CONSTRAINT page_revision_follows_what_it_says CHECK (derived_at < number)
);
CREATE UNIQUE INDEX page_revision_has_one_number ON muniment.page_revisions (tenant_id, page_id, revision);
CREATE UNIQUE INDEX page_has_one_open_revision ON muniment.page_revisions (tenant_id, page_id) WHERE known_until IS NULL;
COMMENT ON TABLE muniment.page_revisions IS 'What a page said: sentences with citations, as derived from one transaction.';
COMMENT ON COLUMN muniment.page_revisions.derived_at IS 'The last transaction that the sentences were derived from.';
COMMENT ON COLUMN muniment.page_revisions.valid_at IS 'The instant for which they tell what holds.';
COMMENT ON COLUMN muniment.page_revisions.memory_ids IS 'The memories that it cites, in the order of its sentences.';

CREATE TABLE muniment.page_vectors (
    tenant_id uuid NOT NULL,
    embedder_no integer NOT NULL,
    partition_no integer NOT NULL,
    page_id uuid NOT NULL,
    revision integer NOT NULL,
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    embedding halfvec NOT NULL,
    PRIMARY KEY (tenant_id, embedder_no, partition_no, page_id, revision)
);
ALTER TABLE muniment.page_vectors ALTER embedding SET STORAGE PLAIN;
COMMENT ON TABLE muniment.page_vectors IS 'Derived: what a revision of a page is found by, beside the vectors of memories and turns.';

CREATE TRIGGER known_is_stamped BEFORE INSERT OR UPDATE ON muniment.pages
    FOR EACH ROW EXECUTE FUNCTION muniment.stamp_known();
CREATE TRIGGER known_is_stamped BEFORE INSERT OR UPDATE ON muniment.page_revisions
    FOR EACH ROW EXECUTE FUNCTION muniment.stamp_known();

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['pages', 'page_revisions', 'page_vectors']
    LOOP
        EXECUTE format('ALTER TABLE muniment.%I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE muniment.%I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format($policy$
            CREATE POLICY row_is_visible ON muniment.%I FOR SELECT USING (
                tenant_id = (SELECT muniment.tenant())
                AND partition_no + 0 = ANY ((SELECT muniment.visible_partitions())::integer[]))$policy$, name);
        EXECUTE format($policy$
            CREATE POLICY row_is_written ON muniment.%I FOR INSERT WITH CHECK (
                tenant_id = (SELECT muniment.tenant()) AND (SELECT muniment.may('write'))
                AND partition_no + 0 = ANY ((SELECT muniment.visible_partitions())::integer[]))$policy$, name);
        EXECUTE format($policy$
            CREATE POLICY row_is_closed ON muniment.%I FOR UPDATE USING (
                tenant_id = (SELECT muniment.tenant()) AND known_until IS NULL
                AND (SELECT muniment.may('write') OR muniment.may('forget'))
                AND partition_no + 0 = ANY ((SELECT muniment.closable_partitions())::integer[]))
            WITH CHECK (
                tenant_id = (SELECT muniment.tenant())
                AND partition_no + 0 = ANY ((SELECT muniment.closable_partitions())::integer[]))$policy$, name);
    END LOOP;
END
$$;

REVOKE ALL ON muniment.pages, muniment.page_revisions, muniment.page_vectors FROM PUBLIC;
GRANT SELECT ON muniment.pages, muniment.page_revisions, muniment.page_vectors TO {writer}, {reader};
GRANT INSERT ON muniment.pages, muniment.page_revisions, muniment.page_vectors TO {writer};
GRANT UPDATE (known_until) ON muniment.pages, muniment.page_revisions, muniment.page_vectors TO {writer};
