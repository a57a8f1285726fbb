-- Of the last questions to a payer since p_since, of those it was merged from as well. A question counts as unanswered once it has
-- failed for want of an answer, or has waited for p_patience; only those after the last answer do. One row, always.
CREATE OR REPLACE FUNCTION find_payer_answers(p_payer_id text, p_since timestamptz, p_now timestamptz, p_patience interval)
RETURNS TABLE (answers integer, median_seconds double precision, last_answer_at timestamptz, unanswered integer, unanswered_since timestamptz)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  WITH asks AS (
    SELECT a.outcome, a.started_at, a.ended_at
    FROM payers p
    CROSS JOIN LATERAL (
      SELECT i.organization_id, i.id FROM inquiries i
      WHERE i.payer_id = p.id AND i.sent_at IS NOT NULL AND i.sent_at >= p_since
      ORDER BY i.sent_at DESC LIMIT 100) i
    JOIN inquiry_asks a ON a.organization_id = i.organization_id AND a.inquiry_id = i.id
    WHERE p.id = p_payer_id OR p.parent_id = p_payer_id
  ), last AS (
    SELECT max(ended_at) AS at FROM asks WHERE outcome IN ('answered', 'rejected')
  )
  SELECT count(*) FILTER (WHERE a.outcome = 'answered')::integer,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM a.ended_at - a.started_at)) FILTER (WHERE a.outcome = 'answered'),
    (SELECT at FROM last),
    count(*) FILTER (WHERE a.is_unanswered)::integer,
    min(a.started_at) FILTER (WHERE a.is_unanswered)
  FROM (
    SELECT a.*, (a.started_at > (SELECT at FROM last) OR (SELECT at FROM last) IS NULL) AND (
        a.outcome IN ('no-answer', 'unreachable', 'unavailable', 'lost')
        OR (a.outcome IN ('sent', 'pending', 'uncertain') AND a.started_at < p_now - p_patience)) AS is_unanswered
    FROM asks a
  ) a
$$;
GRANT EXECUTE ON FUNCTION find_payer_answers TO coverlight_app;
