-- A manager who changes the address of another asks its owner first, at the old address.
ALTER TABLE account_links DROP CONSTRAINT account_links_purpose_check;
ALTER TABLE account_links ADD CONSTRAINT account_links_purpose_check
  CHECK (purpose IN ('password-reset', 'email-approve', 'email-confirm', 'email-undo'));
-- Of a change of email: who asked for it, for the row in the log that tells of the change. Null before this was known.
ALTER TABLE account_links ADD COLUMN asked_by text CHECK (asked_by IN ('owner', 'manager', 'admin'));
