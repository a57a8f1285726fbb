-- Service types that a payer, and those it was merged from, was asked about at least p_enough times since p_since and never answered
-- about, of its last answers that told an active plan. Codes only.
CREATE OR REPLACE FUNCTION find_silent_services(p_payer_id text, p_since timestamptz, p_enough integer)
RETURNS TABLE (code text)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  WITH answers AS (
    SELECT i.asked
    FROM payers p
    CROSS JOIN LATERAL (
      SELECT i.asked FROM inquiries i
      WHERE i.payer_id = p.id AND i.sent_at IS NOT NULL AND i.sent_at >= p_since AND jsonb_typeof(i.asked -> 'silent') = 'array'
      ORDER BY i.sent_at DESC LIMIT 100) i
    WHERE p.id = p_payer_id OR p.parent_id = p_payer_id
  )
  SELECT s.code
  FROM answers a CROSS JOIN LATERAL jsonb_array_elements_text(a.asked -> 'service_types') AS s (code)
  GROUP BY s.code
  HAVING count(*) >= p_enough AND bool_and(a.asked -> 'silent' ? s.code)
  ORDER BY s.code
$$;
GRANT EXECUTE ON FUNCTION find_silent_services TO coverlight_app;
