-- Whether another open inquiry, of any organization, waits for the same stored question: then it must not be withdrawn.
CREATE OR REPLACE FUNCTION is_request_shared(p_route text, p_request_id text, p_inquiry_id text) RETURNS boolean
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM inquiry_asks a JOIN inquiries i ON i.organization_id = a.organization_id AND i.id = a.inquiry_id
    WHERE a.route = p_route AND a.request_id = p_request_id AND a.inquiry_id <> p_inquiry_id AND i.status IN ('pending', 'max-retry'))
$$;
GRANT EXECUTE ON FUNCTION is_request_shared TO coverlight_app;
