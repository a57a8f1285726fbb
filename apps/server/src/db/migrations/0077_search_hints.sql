-- Which organizations may hold a search term, so that an admin's search of all of them asks only those. Neither column tells whose row
-- it is without DATA_KEY, which is why there is no organization to guard it by: the app's role may only add (docs/product.md 12.3).
CREATE TABLE search_hints (
  -- Of a keyed digest of the term's beginning; many terms share it.
  bucket integer NOT NULL CHECK (bucket BETWEEN 0 AND 65535),
  -- The organization's id, enciphered under a key that each term has of its own.
  holder bytea NOT NULL CHECK (length(holder) = 32),
  -- Version of the platform's search key that made both.
  key_version integer NOT NULL,
  PRIMARY KEY (bucket, holder)
);
GRANT INSERT ON search_hints TO coverlight_app;
GRANT SELECT, INSERT, DELETE ON search_hints TO coverlight_admin;

-- Organizations whose hints are not complete. A search asks each of them; a job writes what is missing and takes them off.
CREATE TABLE search_hint_gaps (
  organization_id ulid PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  -- Before then a process that writes no hints, or with a former key, may still be at work.
  starts_at timestamptz NOT NULL,
  -- The last inquiry whose hints were written.
  walked_to text COLLATE "C" NOT NULL DEFAULT ''
);

-- Whoever stored anything until now. The rows are the owner's to read only while row security is not forced upon it.
ALTER TABLE organizations NO FORCE ROW LEVEL SECURITY;
INSERT INTO search_hint_gaps (organization_id, starts_at)
  SELECT id, now() + interval '15 minutes' FROM organizations WHERE id <> '00000000000000000000000000';
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;

CALL protect_tenant_table('search_hint_gaps', 'SELECT', 'SELECT, INSERT, UPDATE, DELETE');
