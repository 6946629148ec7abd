-- To erase by law: the words of rows go, a tombstone stays for each, and every digest with it.
--
-- Who governs may empty what an erasure empties, and nothing else of a row. The trigger sees to that: no policy of updates
-- knows which columns are meant.

-- A tombstone is looked up by its key for each row: where the server counted the table while it was empty, it would walk all of it.
CREATE FUNCTION muniment.stamp_erasure() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
    words jsonb;
BEGIN
    IF NOT muniment.may('govern') THEN
        RAISE EXCEPTION 'words are erased by those who govern' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF to_jsonb(NEW) - TG_ARGV IS DISTINCT FROM to_jsonb(OLD) - TG_ARGV THEN
        RAISE EXCEPTION 'an erasure takes words away, and nothing else'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'erasure_takes_words_alone';
    END IF;
    words := jsonb_strip_nulls(to_jsonb(NEW) - ARRAY(SELECT jsonb_object_keys(to_jsonb(NEW)) EXCEPT SELECT unnest(TG_ARGV)));
    IF EXISTS (SELECT FROM jsonb_each(words) AS w WHERE w.value <> '[]') THEN
        RAISE EXCEPTION 'an erasure takes all words of a row'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'erasure_takes_all_words';
    END IF;
    IF NOT EXISTS (
        SELECT FROM muniment.tombstones t
        WHERE t.tenant_id = NEW.tenant_id AND t.erased_table = TG_TABLE_NAME
          AND t.erased_number = NEW.number AND t.erased_ordinal = NEW.ordinal AND t.xmin = pg_current_xact_id()::xid)
    THEN
        RAISE EXCEPTION 'what is erased leaves a tombstone'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'erasure_leaves_a_tombstone';
    END IF;
    RETURN NEW;
END
$$;

DO $$
DECLARE
    erased record;
BEGIN
    FOR erased IN
        SELECT * FROM (VALUES
            ('memories', ARRAY['content', 'entity', 'entity_key', 'category', 'category_key', 'object', 'object_key',
                'tags', 'metadata', 'match_key', 'salt']),
            ('assertions', ARRAY['source', 'salt']),
            ('episodes', ARRAY['content', 'caption', 'speaker', 'source_id', 'metadata', 'salt']),
            ('decisions', ARRAY['claim', 'rationale', 'salt']),
            ('contradictions', ARRAY['rationale', 'salt']),
            ('pages', ARRAY['slug', 'title', 'entity', 'entity_key', 'category', 'category_key', 'terms', 'salt']),
            ('page_revisions', ARRAY['body', 'note', 'salt'])) AS e (name, columns)
    LOOP
        EXECUTE format('DROP TRIGGER known_is_stamped ON muniment.%I', erased.name);
        EXECUTE format(
            'CREATE TRIGGER known_is_stamped BEFORE INSERT OR UPDATE OF known_until ON muniment.%I
                FOR EACH ROW EXECUTE FUNCTION muniment.stamp_known()', erased.name);
        EXECUTE format(
            'CREATE TRIGGER erasure_is_stamped BEFORE UPDATE OF %2$s ON muniment.%1$I
                FOR EACH ROW EXECUTE FUNCTION muniment.stamp_erasure(%2$s)', erased.name, array_to_string(erased.columns, ', '));
        EXECUTE format($policy$
            CREATE POLICY row_is_erased ON muniment.%I FOR UPDATE
            USING (tenant_id = (SELECT muniment.tenant()) AND (SELECT muniment.may('govern'))
                AND partition_no + 0 = ANY ((SELECT muniment.visible_partitions())::integer[]))
            WITH CHECK (tenant_id = (SELECT muniment.tenant()) AND (SELECT muniment.may('govern'))
                AND partition_no + 0 = ANY ((SELECT muniment.visible_partitions())::integer[]))$policy$, erased.name);
        EXECUTE format('GRANT UPDATE (%s) ON muniment.%I TO {writer}', array_to_string(erased.columns, ', '), erased.name);
    END LOOP;
END
$$;

CREATE POLICY tombstone_is_set ON muniment.tombstones AS RESTRICTIVE FOR INSERT WITH CHECK ((SELECT muniment.may('govern')));
CREATE POLICY erasing_is_permitted ON muniment.transactions AS RESTRICTIVE FOR INSERT WITH CHECK (
    operation <> 'purge' OR (SELECT muniment.may('govern')));

-- What was derived of the words goes with them.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['vectors', 'page_vectors']
    LOOP
        EXECUTE format($policy$
            CREATE POLICY row_is_erased ON muniment.%I FOR DELETE USING (
                tenant_id = (SELECT muniment.tenant()) AND (SELECT muniment.may('govern'))
                AND partition_no + 0 = ANY ((SELECT muniment.visible_partitions())::integer[]))$policy$, name);
        EXECUTE format('GRANT DELETE ON muniment.%I TO {writer}', name);
    END LOOP;
END
$$;

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

-- Why words were erased is told to who governs also where an agent had kept them to itself: who erases governs, and the words
-- are gone. Of every other transaction the reason stays with those who read what was written.
CREATE OR REPLACE FUNCTION muniment.stamp_reason() RETURNS trigger
LANGUAGE plpgsql SET plan_cache_mode = 'force_generic_plan' SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    done text;
BEGIN
    SELECT t.user_id, t.operation INTO NEW.user_id, done FROM muniment.heads h
    JOIN muniment.transactions t ON t.tenant_id = h.tenant_id AND t.number = h.number
    WHERE h.tenant_id = NEW.tenant_id AND h.number = NEW.number AND h.xmin = pg_current_xact_id()::xid;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'a reason is given in the transaction that it is the reason for'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'reason_is_of_the_head';
    END IF;
    NEW.partition_nos := ARRAY(
        SELECT DISTINCT w.partition_no FROM muniment.touched w
        WHERE w.tenant_id = NEW.tenant_id AND w.number = NEW.number ORDER BY w.partition_no);
    NEW.private := done <> 'purge' AND EXISTS (
        SELECT FROM muniment.partitions p
        WHERE p.tenant_id = NEW.tenant_id AND p.partition_no = ANY (NEW.partition_nos) AND p.visibility = 'private');
    RETURN NEW;
END
$$;
