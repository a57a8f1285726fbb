-- Which part of a split question an exchange was about; unknown of those recorded before.
ALTER TABLE inquiry_attempts ADD COLUMN part integer;
