-- Past reimbursements, the same for every organization (docs/product.md 17): percentages by payer and employer, nothing of a patient.
-- The server reads what is compared and averaged, not which claim it was.
CREATE TABLE reimbursements (
  id ulid PRIMARY KEY,
  claim_id text NOT NULL UNIQUE,
  payer_id ulid NOT NULL REFERENCES payers (id),
  employer_name text,
  group_number text,
  -- Name and number as they are compared.
  employer_key text,
  group_key text,
  -- Three letters or digits, upper case.
  alpha_prefix text CHECK (alpha_prefix ~ '^[A-Z0-9]{3}$'),
  -- Percent of what was billed; null where this claim tells nothing of it.
  dtx numeric(7, 4),
  rtc numeric(7, 4),
  php numeric(7, 4),
  iop numeric(7, 4),
  op numeric(7, 4),
  uploaded_at timestamptz NOT NULL
);
CREATE INDEX reimbursements_of_employer ON reimbursements (payer_id, employer_key) WHERE employer_key IS NOT NULL;
CREATE INDEX reimbursements_of_prefix ON reimbursements (payer_id, alpha_prefix) WHERE alpha_prefix IS NOT NULL;
GRANT SELECT (payer_id, employer_key, group_key, alpha_prefix, dtx, rtc, php, iop, op, uploaded_at) ON reimbursements TO coverlight_app;
GRANT SELECT, INSERT ON reimbursements TO coverlight_admin;

-- Prefixes of member ids for which a local allowable holds instead of an estimate. They belong to the internal organization, whose
-- key closes the member id that each was taken from.
CREATE TABLE la_prefixes (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  id ulid NOT NULL,
  alpha_prefix text NOT NULL CHECK (alpha_prefix ~ '^[A-Z0-9]{3}$'),
  -- Ciphertext.
  member_id bytea NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, alpha_prefix)
);
CALL protect_tenant_table('la_prefixes', 'SELECT', 'SELECT, INSERT, UPDATE');

-- What an organization may know of them: whether one prefix is such a one.
CREATE FUNCTION is_local_allowable(p_alpha_prefix text) RETURNS boolean
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT EXISTS (SELECT FROM la_prefixes p WHERE p.alpha_prefix = p_alpha_prefix AND p.is_active)
$$;
GRANT SELECT (alpha_prefix, is_active) ON la_prefixes TO coverlight_lookup;
CREATE POLICY lookup ON la_prefixes FOR SELECT TO coverlight_lookup USING (true);
GRANT CREATE ON SCHEMA public TO coverlight_lookup;
ALTER FUNCTION is_local_allowable OWNER TO coverlight_lookup;
REVOKE CREATE ON SCHEMA public FROM coverlight_lookup;
REVOKE ALL ON FUNCTION is_local_allowable FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_local_allowable TO coverlight_app;
