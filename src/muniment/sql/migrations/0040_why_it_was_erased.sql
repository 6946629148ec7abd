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

-- The reasons that were given before. Without force the owner reads all rows, whether it is a superuser or not.
ALTER TABLE muniment.transactions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE muniment.reasons NO FORCE ROW LEVEL SECURITY;
UPDATE muniment.reasons r SET private = false
FROM muniment.transactions t
WHERE t.tenant_id = r.tenant_id AND t.number = r.number AND t.operation = 'purge' AND r.private;
ALTER TABLE muniment.transactions FORCE ROW LEVEL SECURITY;
ALTER TABLE muniment.reasons FORCE ROW LEVEL SECURITY;
