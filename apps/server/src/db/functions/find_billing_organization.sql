-- The organization behind a customer of the payment provider.
CREATE OR REPLACE FUNCTION find_billing_organization(p_customer text) RETURNS TABLE (organization_id text)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT a.organization_id::text FROM billing_accounts a WHERE a.remote_customer_id = p_customer
$$;
GRANT EXECUTE ON FUNCTION find_billing_organization TO coverlight_app;
