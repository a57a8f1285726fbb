-- Admins look for a part of a word in 200,000 past reimbursements and among all people: by its groups of three letters.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX reimbursements_by_words ON reimbursements
  USING gin (employer_name gin_trgm_ops, group_number gin_trgm_ops, alpha_prefix gin_trgm_ops);
CREATE INDEX users_by_words ON users USING gin ((first_name || ' ' || last_name) gin_trgm_ops, email gin_trgm_ops);
CREATE INDEX reimbursements_of_payer ON reimbursements (payer_id, id);

-- One index by payer instead of one for what was sent and one for what was not.
CREATE INDEX inquiries_to_payer ON inquiries (payer_id, sent_at DESC);
DROP INDEX inquiries_sent_to_payer;
DROP INDEX inquiries_unsent_to_payer;

-- What is rare in an organization is found by inquiries_uncommon_of_all, what is common by walking its list.
DROP INDEX inquiries_uncommon;
