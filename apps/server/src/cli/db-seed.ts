/** `npm run db:seed`: makes the demo organizations. Refused in production, since everybody knows their password. */
import { loadDemo } from '../dev/first-data.ts';
import { withDeps } from './with-deps.ts';

export async function run(): Promise<void> {
  await withDeps(async (deps) => {
    if (deps.config.environment === 'production') throw new Error('Demo data is not for production.');
    await loadDemo(deps);
  });
}
