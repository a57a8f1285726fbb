-- Proposes the persons that share one of these keys with the person, the strongest first; whoever was said to be different stays so
-- (docs/product.md 18.2). Runs with the caller's own rights. p_sought: under every version of the key.
CREATE OR REPLACE FUNCTION propose_persons(
  p_organization text, p_person text, p_now timestamptz, p_sought bytea[], p_sought_kinds text[], p_scores integer[]
) RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  INSERT INTO person_pairs AS p (organization_id, a, b, verdict, kinds, score, at)
  SELECT p_organization, least(f.person_id, p_person COLLATE "C"), greatest(f.person_id, p_person COLLATE "C"), 'proposed', f.kinds, f.score, p_now
  FROM (
    SELECT h.person_id, array_agg(h.kind ORDER BY h.kind) AS kinds, least(100, sum(h.score)) AS score
    FROM (
      SELECT DISTINCT person_id, n.kind, n.score
      FROM unnest(p_sought, p_sought_kinds, p_scores) AS n (digest, kind, score)
      CROSS JOIN LATERAL (
        SELECT array_agg(few.person_id) AS ids FROM (
          SELECT k.person_id FROM person_keys k WHERE k.organization_id = p_organization AND k.digest = n.digest LIMIT 22
        ) few
      ) known
      -- A key that more than 20 others have says nothing of any of them.
      CROSS JOIN LATERAL unnest(CASE WHEN cardinality(known.ids) < 22 THEN known.ids END) AS person_id
      WHERE person_id <> p_person
    ) h
    GROUP BY h.person_id ORDER BY 3 DESC LIMIT 50
  ) f
  ON CONFLICT (organization_id, a, b) DO UPDATE SET kinds = excluded.kinds, score = excluded.score
    WHERE p.verdict = 'proposed' AND excluded.score > p.score;
END
$$;
GRANT EXECUTE ON FUNCTION propose_persons TO coverlight_app, coverlight_admin;
