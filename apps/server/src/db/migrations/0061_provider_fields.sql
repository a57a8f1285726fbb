-- What of the asking provider a payer takes beside its name and NPI, by the names of the clearinghouse's parameters. Not part of the form
-- that people fill in, and not an admin's to edit: every sync brings it up to date.
ALTER TABLE payer_schemas ADD COLUMN provider_fields text[] NOT NULL DEFAULT '{}';
