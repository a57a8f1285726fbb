/**
 * `npm run load [-- --rows 200000 --rows 2000000 --servers 1 --servers 2 --seconds 15 --minutes 60 --pace 4 --clients 8 --port 3740]`: what a release
 * does under load (docs/scaling.md). For each size of the database and number of servers: calls a second, and milliseconds of CPU of server and
 * database that one call takes, which other work on the machine does not change. Then how both grow. `--minutes`: afterwards (with `--seconds 0`
 * at once) so long of all of them in turn, and what memory the server holds meanwhile; `--pace`: not more calls a second than that. `--folder PATH`
 * keeps each database there with its key, as DATA_DIR of that size, and uses it again. `--whole`: each check of others has search tokens and an
 * answer of ordinary size, as in a database whose backup is to be tried (docs/decisions/088-restore-drill.md).
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded-postgres.ts';
import { cpuReader } from './measure/cpu.ts';
import { fillAdmin, SOME_TOKENS } from './measure/fill-admin.ts';
import { fillInquiries } from './measure/fill.ts';
import { holdLoad } from './load/memory.ts';
import { ACCOUNT, openOperations } from './load/operations.ts';
import { describeGrowth, describeLoad, measureLoad, type Load } from './load/throughput.ts';
import { startVendor } from './measure/vendor.ts';
import { buildProduct } from './product/build.ts';
import { signIn } from './product/client.ts';
import { readDataKey } from './product/data-key.ts';
import type { RunningProcess } from './product/processes.ts';
import { startServer } from './product/start-server.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', multiple: true, default: ['200000', '2000000'] },
    servers: { type: 'string', multiple: true, default: ['1', '2'] },
    seconds: { type: 'string', default: '15' },
    minutes: { type: 'string', default: '0' },
    pace: { type: 'string' },
    folder: { type: 'string' },
    whole: { type: 'boolean', default: false },
    clients: { type: 'string', default: '8' },
    port: { type: 'string', default: '3740' },
  },
});
const sizes = values.rows.map(Number).toSorted((a, b) => a - b);
const serverCounts = values.servers.map(Number).toSorted((a, b) => a - b);
const port = Number(values.port);
const vendorUrl = `http://127.0.0.1:${port}`;
const OWN_ROWS = 200_000;
const isKept = values.folder !== undefined;
const folder = values.folder === undefined ? mkdtempSync(join(tmpdir(), 'coverlight-load-')) : resolve(values.folder);
mkdirSync(folder, { recursive: true });
// Root gives the database to another account, which must get through.
chmodSync(folder, 0o755);

async function measureSize(rows: number, isLast: boolean): Promise<Load[]> {
  const own = join(folder, String(rows));
  mkdirSync(own, { recursive: true });
  const running: RunningProcess[] = [];
  const dataKey = readDataKey(own);
  const database = await startEmbeddedPostgres({ dataDir: join(own, 'postgres'), log: { info: () => undefined, warn: console.warn } });
  const owner = new Client({ connectionString: database.connectionString });
  const measured: Load[] = [];
  try {
    await owner.connect();
    // It would begin in the middle of what is measured, and its CPU time would be somebody else's.
    await owner.query('ALTER SYSTEM SET autovacuum = off');
    await owner.query('SELECT pg_reload_conf()');
    const urls: string[] = [];
    for (const count of serverCounts) {
      while (urls.length < count) {
        const at = port + 10 * (urls.length + 1);
        await startServer({ port: at, databaseUrl: database.connectionString, dataKey, vendorUrl, folder: own }, running);
        urls.push(`http://127.0.0.1:${at}`);
        if (urls.length > 1) continue;
        // Its first start still makes the accounts and plans that the rows refer to.
        await signIn(urls[0] ?? '', ACCOUNT, Date.now() + 120_000);
        // Exists once everything was filled.
        const filledFile = join(own, 'filled');
        if (existsSync(filledFile) || rows === 0) continue;
        await fill(owner, { connectionString: database.connectionString, dataKey, rows });
        writeFileSync(filledFile, '');
      }
      // Giving 2,000,000 checks to their people takes an hour, and is measured by itself (093).
      await owner.query(
        `INSERT INTO person_linkings (organization_id, last_id, done_at) SELECT id, '', now() FROM organizations
         ON CONFLICT (organization_id) DO UPDATE SET done_at = now()`,
      );
      const { rows: found } = await owner.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const readCpu = running.map(({ child }) => cpuReader(child.pid ?? 0, found[0]?.pid ?? 0));
      const operations = await openOperations(urls, owner);
      for (const operation of Number(values.seconds) > 0 ? operations : []) {
        const load = await measureLoad(operation, {
          rows,
          servers: count,
          clients: Number(values.clients),
          seconds: Number(values.seconds),
          readCpu,
        });
        console.log(describeLoad(load));
        measured.push(load);
      }
      if (isLast && count === serverCounts[0] && Number(values.minutes) > 0)
        await holdLoad(operations, {
          minutes: Number(values.minutes),
          clients: Number(values.clients),
          pace: values.pace === undefined ? null : Number(values.pace),
          pid: running[0]?.child.pid ?? 0,
        });
    }
    return measured;
  } finally {
    await owner.end();
    for (const one of running) await one.kill();
    await database.stop();
    if (!isKept) rmSync(own, { recursive: true, force: true });
  }
}

async function fill(
  owner: Client,
  { connectionString, dataKey, rows }: { connectionString: string; dataKey: Buffer; rows: number },
): Promise<void> {
  const { rows: found } = await owner.query<{ id: string }>('SELECT organization_id AS id FROM users WHERE email = $1', [ACCOUNT.email]);
  const organizationId = found[0]?.id ?? '';
  const started = Date.now();
  const own = Math.min(OWN_ROWS, values.whole ? rows / 10 : rows / 2);
  const tokensOf = values.whole ? rows - own : Math.min(SOME_TOKENS, rows - own);
  await fillAdmin(owner, { connectionString, dataKey, events: rows, organizationId, tokensOf });
  await fillInquiries(owner, organizationId, { connectionString, dataKey, rows, own, withAnswers: values.whole });
  console.log(`filled ${rows.toLocaleString('en-US')} inquiries in ${Math.round((Date.now() - started) / 1000)} s`);
}

buildProduct();
const vendor = await startVendor(port);
try {
  const measured: Load[] = [];
  for (const rows of sizes) measured.push(...(await measureSize(rows, rows === sizes.at(-1))));
  for (const line of describeGrowth(measured)) console.log(line);
} finally {
  vendor.closeAllConnections();
  vendor.close();
  if (!isKept) rmSync(folder, { recursive: true, force: true });
}
