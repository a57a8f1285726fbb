-- What lists mark an answer with (docs/product.md 10.13). Null before an answer, and until one from before this was kept has been read.
ALTER TABLE inquiries
  ADD COLUMN is_handled_elsewhere boolean,
  ADD COLUMN is_other_payer_first boolean;

-- Answers whose marks are still to be made. Empty soon, and cheap to ask then.
CREATE INDEX inquiries_unmarked ON inquiries (organization_id, id) WHERE has_coverage AND is_handled_elsewhere IS NULL;

-- The list's filter by coverage, and its total, are answered without touching the table as the others are.
DROP INDEX inquiries_list;
CREATE INDEX inquiries_list ON inquiries (organization_id, is_hidden, created_at DESC, id DESC)
  INCLUDE (status, has_coverage, user_id, provider_id, plan_state, is_person_in_doubt, person_confirmed_at);
DROP INDEX inquiries_of_user;
CREATE INDEX inquiries_of_user ON inquiries (organization_id, user_id, is_hidden, created_at DESC, id DESC)
  INCLUDE (status, has_coverage, provider_id, plan_state, is_person_in_doubt, person_confirmed_at);
-- What only few answers are would be looked for in all of them.
CREATE INDEX inquiries_not_active ON inquiries (organization_id, is_hidden, created_at DESC, id DESC)
  INCLUDE (status, has_coverage, user_id, provider_id, plan_state, is_person_in_doubt, person_confirmed_at) WHERE plan_state <> 'active';
CREATE INDEX inquiries_marked ON inquiries (organization_id, is_hidden, created_at DESC, id DESC)
  INCLUDE (status, has_coverage, user_id, provider_id, is_person_in_doubt, person_confirmed_at, is_handled_elsewhere, is_other_payer_first)
  WHERE is_person_in_doubt OR is_handled_elsewhere OR is_other_payer_first;
