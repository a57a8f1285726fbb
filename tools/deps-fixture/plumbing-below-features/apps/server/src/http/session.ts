export const load = async () => await import('#features/plans/value.ts');
