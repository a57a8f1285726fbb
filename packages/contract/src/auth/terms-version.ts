/** Version of the legal texts in force, stored with each acceptance. A change of this value asks every user to accept again (product.md 4.2). */
export const CURRENT_TERMS_VERSION = '2026-11-01';
