-- Batches that are to be looked after by now, the longest waiting first.
CREATE OR REPLACE FUNCTION find_batches_at_work(p_now timestamptz, p_limit integer) RETURNS TABLE (organization_id text, batch_id text)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT b.organization_id::text, b.id::text FROM batches b WHERE b.next_look_at <= p_now ORDER BY b.next_look_at LIMIT p_limit
$$;
GRANT EXECUTE ON FUNCTION find_batches_at_work TO coverlight_app;
