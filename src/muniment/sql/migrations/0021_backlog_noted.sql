-- Whoever embeds what waited notes that it waits no more: also of what is global, which those who govern close.

ALTER POLICY row_is_closed ON muniment.backlog
USING (
    tenant_id = (SELECT muniment.tenant()) AND known_until IS NULL
    AND (SELECT muniment.may('write') OR muniment.may('forget'))
    AND partition_no + 0 = ANY ((SELECT muniment.visible_partitions())::integer[]))
WITH CHECK (
    tenant_id = (SELECT muniment.tenant())
    AND partition_no + 0 = ANY ((SELECT muniment.visible_partitions())::integer[]));

-- What was embedded and not noted: every embedding of the backlog was refused because of it. It is noted behind the
-- head, so that what was answered up to it stays. Without force the owner reads all rows.
ALTER TABLE muniment.heads NO FORCE ROW LEVEL SECURITY;
ALTER TABLE muniment.vectors NO FORCE ROW LEVEL SECURITY;
ALTER TABLE muniment.backlog NO FORCE ROW LEVEL SECURITY;
UPDATE muniment.backlog b SET known_until = h.recorded_at + interval '1 microsecond'
FROM muniment.vectors v, muniment.heads h
WHERE b.known_until IS NULL AND h.tenant_id = b.tenant_id
  AND v.tenant_id = b.tenant_id AND v.embedder_no = b.embedder_no AND v.partition_no = b.partition_no
  AND v.unit_no = b.unit_no;
ALTER TABLE muniment.heads FORCE ROW LEVEL SECURITY;
ALTER TABLE muniment.vectors FORCE ROW LEVEL SECURITY;
ALTER TABLE muniment.backlog FORCE ROW LEVEL SECURITY;
