-- A tombstone is looked up by its key, for each row that is erased. Where the server counted the table while it was empty, it
-- would walk the whole of it each time.
ALTER FUNCTION muniment.stamp_erasure() SET enable_seqscan = off;

-- What a user has due says what of: it is taken away with the words of the user, unless it runs.
CREATE POLICY task_is_taken_away ON muniment.tasks FOR DELETE USING (
    tenant_id = (SELECT muniment.tenant()) AND state <> 'running' AND (SELECT muniment.sweeps()));
CREATE POLICY schedule_is_taken_away ON muniment.schedules FOR DELETE USING (
    tenant_id = (SELECT muniment.tenant()) AND (SELECT muniment.sweeps()));

-- What words are found by by their meaning goes with them, and not before: it is made once, and nothing makes it again.
CREATE FUNCTION muniment.keep_vector() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
    has_words boolean;
BEGIN
    IF TG_TABLE_NAME = 'vectors' THEN
        has_words := EXISTS (
            SELECT FROM muniment.memories m
            WHERE m.tenant_id = OLD.tenant_id AND m.unit_no = OLD.unit_no AND m.content IS NOT NULL)
        OR EXISTS (
            SELECT FROM muniment.episodes e
            WHERE e.tenant_id = OLD.tenant_id AND e.unit_no = OLD.unit_no AND e.content IS NOT NULL);
    ELSE
        has_words := EXISTS (
            SELECT FROM muniment.page_revisions r
            WHERE r.tenant_id = OLD.tenant_id AND r.page_id = OLD.page_id AND r.revision = OLD.revision
              AND r.body IS NOT NULL);
    END IF;
    IF has_words THEN
        RAISE EXCEPTION 'a vector goes with its words'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'vector_goes_with_words';
    END IF;
    RETURN OLD;
END
$$;
CREATE TRIGGER vector_is_kept BEFORE DELETE ON muniment.vectors
    FOR EACH ROW EXECUTE FUNCTION muniment.keep_vector();
CREATE TRIGGER vector_is_kept BEFORE DELETE ON muniment.page_vectors
    FOR EACH ROW EXECUTE FUNCTION muniment.keep_vector();
