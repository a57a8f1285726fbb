-- Rewriting ciphertext under a new key is done in the admin's role.
GRANT SELECT, UPDATE ON outgoing_mails TO coverlight_admin;
