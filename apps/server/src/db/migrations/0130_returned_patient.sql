-- Ciphertext of whom the payer answered about: lists tell checks without a typed name apart by it.
ALTER TABLE inquiry_contents ADD COLUMN returned_patient bytea;
ALTER TABLE inquiry_contents ALTER COLUMN returned_patient SET STORAGE EXTERNAL;
