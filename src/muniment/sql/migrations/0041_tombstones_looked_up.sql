-- A tombstone is looked up by its key, whatever was erased before: compared with the name of a table as the trigger is told it,
-- `erased_table` was no part of that key, and before PostgreSQL 18 all tombstones of the tenant were walked for each row.
CREATE OR REPLACE FUNCTION muniment.stamp_erasure() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
    words jsonb;
    erased_in CONSTANT text := TG_TABLE_NAME;
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
        WHERE t.tenant_id = NEW.tenant_id AND t.erased_table = erased_in
          AND t.erased_number = NEW.number AND t.erased_ordinal = NEW.ordinal AND t.xmin = pg_current_xact_id()::xid)
    THEN
        RAISE EXCEPTION 'what is erased leaves a tombstone'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'erasure_leaves_a_tombstone';
    END IF;
    RETURN NEW;
END
$$;
