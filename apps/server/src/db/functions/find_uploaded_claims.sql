-- What an organization may know of uploaded claims beyond what is compared: which of its own numbers stand among those of these payers.
CREATE OR REPLACE FUNCTION find_uploaded_claims(p_payers text[], p_numbers text[]) RETURNS SETOF text
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT r.claim_id FROM reimbursements r WHERE r.claim_id = ANY (p_numbers) AND r.payer_id = ANY (p_payers)
$$;
GRANT EXECUTE ON FUNCTION find_uploaded_claims TO coverlight_app;
