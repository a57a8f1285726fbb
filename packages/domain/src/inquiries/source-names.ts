/** What the clearinghouses call themselves, wherever people read who was asked. */
export const SOURCE_NAMES = { availity: 'Availity', pVerify: 'pVerify' } as const;
