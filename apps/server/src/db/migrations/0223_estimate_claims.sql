-- What a payer paid of the claims of an estimate, from its remittance (X12 835) or as it was settled (docs/product.md 20.10).
CREATE TABLE estimate_claims (
  organization_id ulid NOT NULL,
  id ulid NOT NULL,
  estimate_id ulid NOT NULL,
  -- The facility that billed it.
  provider_id ulid NOT NULL,
  -- Whoever has the say about the level, as the case's check names it.
  payer_id ulid NOT NULL REFERENCES payers (id),
  -- For which ranges it counts; null: for none.
  level text CHECK (level IN ('dtx', 'rtc', 'php', 'iop', 'op')),
  origin text NOT NULL CHECK (origin IN ('file', 'hand')),
  -- Keyed digest of the claim's number, so that it counts once; null: of a settled comparison.
  claim_digest bytea,
  -- Ciphertext of JSON: numbers of the claim, days, amounts, lines, and by what it is compared with others.
  content bytea NOT NULL,
  added_by ulid NOT NULL,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, estimate_id) REFERENCES estimates (organization_id, id),
  FOREIGN KEY (organization_id, provider_id) REFERENCES providers (organization_id, id),
  FOREIGN KEY (organization_id, added_by) REFERENCES users (organization_id, id)
);
CREATE UNIQUE INDEX estimate_claims_once ON estimate_claims (organization_id, claim_digest) WHERE claim_digest IS NOT NULL;
CREATE INDEX estimate_claims_of_estimate ON estimate_claims (organization_id, estimate_id, added_at);
CREATE INDEX estimate_claims_of_level ON estimate_claims (organization_id, payer_id, level, added_at) WHERE level IS NOT NULL;
CALL protect_tenant_table('estimate_claims', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT, UPDATE');

-- For find_uploaded_claims: a claim that an upload of past claims holds, too, counts once.
GRANT SELECT (claim_id, payer_id) ON reimbursements TO coverlight_lookup;
