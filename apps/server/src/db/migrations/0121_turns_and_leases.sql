-- When the next turn is due and which process runs it are two things (docs/product.md 11.4): `next_turn_at` is what was decided, the lease
-- is who has it. A turn is taken up when it is due and nobody holds the lease, or who held it has died.
ALTER TABLE inquiries
  ADD COLUMN lease_until timestamptz,
  -- Until then the sender waits for the answer.
  ADD COLUMN waits_until timestamptz,
  -- Of an error: the payer, or the clearinghouse that did not take the request (docs/product.md 4.1.7).
  ADD COLUMN refused_by text CHECK (refused_by IN ('clearinghouse', 'payer'));

ALTER TABLE inquiries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE inquiry_asks NO FORCE ROW LEVEL SECURITY;
UPDATE inquiries i SET refused_by = CASE WHEN EXISTS (
  SELECT FROM inquiry_asks a WHERE a.organization_id = i.organization_id AND a.inquiry_id = i.id AND a.outcome = 'refused')
  THEN 'clearinghouse' ELSE 'payer' END
WHERE i.status = 'error';
ALTER TABLE inquiries FORCE ROW LEVEL SECURITY;
ALTER TABLE inquiry_asks FORCE ROW LEVEL SECURITY;

-- 'stale': answered with what an earlier inquiry was told, so it is asked afresh.
ALTER TABLE inquiry_asks DROP CONSTRAINT inquiry_asks_outcome_check;
ALTER TABLE inquiry_asks ADD CONSTRAINT inquiry_asks_outcome_check CHECK (outcome IN ('sent', 'pending', 'answered', 'rejected', 'refused',
  'no-answer', 'unreachable', 'unavailable', 'uncertain', 'stale', 'lost', 'circuit-open', 'withdrawn'));
