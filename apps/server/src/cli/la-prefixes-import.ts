/** `npm run la-prefixes:import -- FILE`: adds local allowables from a file of member ids, one a line (docs/product.md 17.3). */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { readLocalAllowables } from '#features/reimbursements/import-local-allowables.ts';
import { refusedImport } from './refused-import.ts';
import { withDeps } from './with-deps.ts';
import { SYSTEM_ACTOR } from '#http/actor.ts';

export async function run([path]: string[]): Promise<void> {
  if (path === undefined) throw new Error('Name the file: npm run la-prefixes:import -- FILE');
  await withDeps(async (deps) => {
    const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
    const { lines: count, added } = await readLocalAllowables(deps, lines)
      .then(async (upload) => await upload.store(SYSTEM_ACTOR))
      .catch(refusedImport);
    process.stdout.write(`${count} member ids read, ${added} new prefixes.\n`);
  });
}
