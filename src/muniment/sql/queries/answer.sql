-- name: answer_quotations :many
-- The words of the turns that some memories rest on, at a basis. Where a belief that rested on a turn was forgotten,
-- its words are not quoted.
SELECT DISTINCT a.memory_id, a.episode_id, e.speaker, e.occurred_at, a.span_from, a.span_until,
    CASE WHEN a.span_until IS NOT NULL AND NOT {e_silenced}
      THEN substring(e.content FROM a.span_from + 1 FOR a.span_until - a.span_from) END AS words
FROM unnest(%(memory_ids)s::uuid[]) AS u (memory_id)
CROSS JOIN LATERAL (
    SELECT o.memory_id, o.episode_id, o.span_from, o.span_until FROM muniment.assertions o
    WHERE o.tenant_id = %(tenant_id)s AND o.memory_id = u.memory_id AND NOT o.gap AND o.episode_id IS NOT NULL
      AND o.known_from <= %(as_of)s AND (o.known_until IS NULL OR o.known_until > %(as_of)s) OFFSET 0) a
JOIN muniment.episodes e ON e.tenant_id = %(tenant_id)s AND e.episode_id = a.episode_id
WHERE e.content IS NOT NULL AND e.known_from <= %(as_of)s AND (e.known_until IS NULL OR e.known_until > %(as_of)s)
ORDER BY a.memory_id, e.occurred_at, a.episode_id, a.span_from, a.span_until;

-- name: answer_pages :many
-- The pages that cite some memories or turns, by the revisions that were known at a basis, and fit a question: they are
-- about one of its names, or it has all words of their title.
SELECT p.page_id, r.memory_ids || r.episode_ids AS cited
FROM muniment.tenants n
JOIN muniment.pages p ON p.tenant_id = n.tenant_id
JOIN muniment.page_revisions r ON r.tenant_id = p.tenant_id AND r.page_id = p.page_id
WHERE n.tenant_id = %(tenant_id)s AND n.known_until IS NULL
  AND p.partition_no = ANY (%(partition_nos)s::int[]) AND p.kind <> 'snapshot'
  AND (p.entity_key = ANY (%(names)s::text[]) OR p.terms <> '{}' AND p.terms <@ tsvector_to_array(
        to_tsvector(n.language::regconfig, %(question)s::text)))
  AND p.known_from <= %(as_of)s AND (p.known_until IS NULL OR p.known_until > %(as_of)s)
  AND r.known_from <= %(as_of)s AND (r.known_until IS NULL OR r.known_until > %(as_of)s)
  AND (r.memory_ids && %(ids)s::uuid[] OR r.episode_ids && %(ids)s::uuid[])
ORDER BY p.slug, p.page_id;

-- name: answer_contradictions :many
-- What some memories contradict at a basis: what was found to and nobody has settled, and, of one that is contested,
-- whatever is held in its slot: each pair once, the lesser id first.
SELECT least(c.first_id, c.second_id) AS first_id, greatest(c.first_id, c.second_id) AS second_id
{reviews_here}
  AND (c.first_id = ANY (%(memory_ids)s::uuid[]) OR c.second_id = ANY (%(memory_ids)s::uuid[]))
UNION
SELECT least(h.memory_id, m.memory_id), greatest(h.memory_id, m.memory_id)
FROM unnest(%(memory_ids)s::uuid[]) AS u (memory_id)
CROSS JOIN LATERAL (
    SELECT o.memory_id, o.entity_key, o.category_key, o.standing FROM muniment.memories o
    WHERE o.tenant_id = %(tenant_id)s AND o.memory_id = u.memory_id AND o.known_from <= %(as_of)s
      AND (o.known_until IS NULL OR o.known_until > %(as_of)s)
    ORDER BY o.number DESC, o.ordinal DESC LIMIT 1) m
JOIN muniment.memories h ON h.tenant_id = %(tenant_id)s AND h.partition_no = ANY (%(partition_nos)s::int[])
    AND h.entity_key = m.entity_key AND h.category_key = m.category_key AND h.memory_id <> m.memory_id
    AND h.standing <> m.standing AND h.standing IN ('held', 'contested') AND m.standing IN ('held', 'contested')
    AND h.known_from <= %(as_of)s AND (h.known_until IS NULL OR h.known_until > %(as_of)s)
JOIN muniment.versions v ON v.tenant_id = %(tenant_id)s AND v.unit_no = h.unit_no AND NOT v.gap
    AND v.known_from <= %(as_of)s AND (v.known_until IS NULL OR v.known_until > %(as_of)s)
    AND v.valid_from <= %(valid_at)s AND (v.valid_until IS NULL OR v.valid_until > %(valid_at)s)
ORDER BY 1, 2;
