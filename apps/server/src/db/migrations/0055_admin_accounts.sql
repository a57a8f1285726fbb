-- What fills in a registration names people, so it is kept as ciphertext under the internal organization's key. None was saved before.
DROP FUNCTION find_registration_info;
DELETE FROM registration_infos;
ALTER TABLE registration_infos DROP COLUMN info;
ALTER TABLE registration_infos ADD COLUMN info bytea NOT NULL;

-- Whether an address has a user, asked where an admin changes somebody's.
GRANT EXECUTE ON FUNCTION find_account TO coverlight_admin;

-- A rotation of keys closes the secrets of waiting mail anew.
GRANT UPDATE ON outgoing_mails TO coverlight_admin;
