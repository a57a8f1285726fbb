-- Mail that nobody sends any more is counted every few seconds by whoever monitors the server (docs/product.md 16.3).
CREATE INDEX CONCURRENTLY IF NOT EXISTS outgoing_mails_stranded ON outgoing_mails (created_at)
  WHERE sent_at IS NULL AND (in_doubt_at IS NOT NULL OR given_up_at IS NOT NULL);
