/**
 * `npm run test:upgrade [-- --part roll|tests --from COMMIT --port 3800] [paths of tests]`: this version takes the place of the one before it
 * (docs/decisions/091-no-downtime.md). `tests`: the API tests of that version on the tables of this one. `roll`: two of its servers are
 * replaced under load, on a database that they filled; no request may fail. By default both.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildProduct } from './product/build.ts';
import { runFormerTests } from './upgrade/former-tests.ts';
import { roll } from './upgrade/roll.ts';
import { checkOutVersionBefore } from './upgrade/version-before.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { part: { type: 'string', default: 'all' }, from: { type: 'string' }, port: { type: 'string', default: '3800' } },
});
if (!['all', 'roll', 'tests'].includes(values.part)) throw new Error('--part is roll, tests or all.');

const before = checkOutVersionBefore(values.from);
console.log(`from ${before.commit}`);
const faults: string[] = [];
if (values.part !== 'tests') {
  buildProduct();
  const folder = mkdtempSync(join(tmpdir(), 'coverlight-upgrade-'));
  // Root gives the database to another account, which must get through.
  chmodSync(folder, 0o755);
  const found = await roll(before, { folder, firstPort: Number(values.port) });
  for (const fault of found) console.log(`FAULT ${fault}`);
  if (found.length === 0) rmSync(folder, { recursive: true, force: true });
  else console.log(`logs in ${folder}`);
  faults.push(...found);
}
if (values.part !== 'roll' && !runFormerTests(before, positionals)) faults.push('tests of the version before fail');
console.log(faults.length === 0 ? 'upgrade passed' : `upgrade failed: ${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
