/**
 * The platform's own organization 'Coverlight', made by the first migration. Admins belong to it; so does what no other organization
 * can own: audit rows of unknown addresses, keys of platform data (product.md 6, 12).
 */
export const INTERNAL_ORGANIZATION_ID = '00000000000000000000000000';
