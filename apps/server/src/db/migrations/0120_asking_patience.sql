-- What a clearinghouse says beyond the outcome of a question (docs/product.md 11.4).
ALTER TABLE inquiry_asks
  -- How often it was looked for and neither a result nor a pending question of that kind is known there. A look that fails does not count.
  ADD COLUMN misses smallint NOT NULL DEFAULT 0,
  -- Until then the clearinghouse asks to be left alone (Retry-After).
  ADD COLUMN not_before timestamptz;
