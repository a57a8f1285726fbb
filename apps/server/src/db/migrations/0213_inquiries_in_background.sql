-- What batches and plans wait for, by payer: a few hundred rows at most (docs/product.md 19.4).
CREATE INDEX CONCURRENTLY IF NOT EXISTS inquiries_in_background ON inquiries (payer_id, next_turn_at) WHERE lane > 0 AND next_turn_at IS NOT NULL;
