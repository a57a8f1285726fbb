/** `npm run reimbursements:import -- FILE`: adds past reimbursements from a CSV file (docs/product.md 15.3). */
import { createReadStream } from 'node:fs';
import { readReimbursements } from '#features/reimbursements/import-reimbursements.ts';
import { refusedImport } from './refused-import.ts';
import { withDeps } from './with-deps.ts';
import { SYSTEM_ACTOR } from '#http/actor.ts';

export async function run([path]: string[]): Promise<void> {
  if (path === undefined) throw new Error('Name the file: npm run reimbursements:import -- FILE');
  await withDeps(async (deps) => {
    const { lines, added } = await readReimbursements(deps, createReadStream(path))
      .then(async (upload) => await upload.store(SYSTEM_ACTOR))
      .catch(refusedImport);
    process.stdout.write(`${lines} lines read, ${added} new claims.\n`);
  });
}
