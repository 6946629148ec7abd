-- To erase by law: the words of rows go, a tombstone stays for each, and every digest with it.
--
-- Who governs may empty what an erasure empties, and nothing else of a row. The trigger sees to that: no policy of updates
-- knows which columns are meant.

CREATE FUNCTION muniment.stamp_erasure() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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
