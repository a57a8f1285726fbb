-- Rules by which a practice knows whether it is in a plan's network (docs/product.md 20.5).
CREATE TABLE network_rules (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  id ulid NOT NULL,
  -- The first that fits decides.
  position integer NOT NULL CHECK (position > 0),
  payer_id ulid REFERENCES payers (id),
  provider_id ulid,
  -- {levels, plan_words, network_words, insurance_types, states, group_numbers, prefixes}: lists, of which an empty one asks for nothing.
  terms jsonb NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('in', 'out', 'single-case', 'ask')),
  source text NOT NULL CHECK (source IN ('contract', 'portal', 'call', 'directory')),
  valid_from date,
  valid_to date,
  -- Ciphertext: people may write anything into it.
  note bytea,
  -- When it last decided, to the day.
  last_fit_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, provider_id) REFERENCES providers (organization_id, id)
);
CREATE INDEX network_rules_in_order ON network_rules (organization_id, position, id);
CALL protect_tenant_table('network_rules', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT, UPDATE');
