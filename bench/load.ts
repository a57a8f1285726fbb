/**
 * `npm run load [-- --rows 200000 --rows 2000000 --servers 1 --servers 2 --seconds 15 --minutes 60 --clients 8 --port 3740]`: what a release
 * does under load (docs/scaling.md). For each size of the database and number of servers: calls a second, and milliseconds of CPU of server and
 * database that one call takes, which other work on the machine does not change. Then how both grow. `--minutes`: afterwards so long of all
 * of them at once, and what memory the server holds meanwhile.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded-postgres.ts';
import { cpuReader } from './measure/cpu.ts';
import { fillAdmin } from './measure/fill-admin.ts';
import { fillInquiries } from './measure/fill.ts';
import { holdLoad } from './load/memory.ts';
import { ACCOUNT, openOperations } from './load/operations.ts';
import { describeGrowth, describeLoad, measureLoad, type Load } from './load/throughput.ts';
import { startVendor } from './measure/vendor.ts';
import { buildProduct } from './product/build.ts';
import { signIn } from './product/client.ts';
import type { RunningProcess } from './product/processes.ts';
import { startServer } from './product/start-server.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', multiple: true, default: ['200000', '2000000'] },
    servers: { type: 'string', multiple: true, default: ['1', '2'] },
    seconds: { type: 'string', default: '15' },
    minutes: { type: 'string', default: '0' },
    clients: { type: 'string', default: '8' },
    port: { type: 'string', default: '3740' },
  },
});
const sizes = values.rows.map(Number).toSorted((a, b) => a - b);
const serverCounts = values.servers.map(Number).toSorted((a, b) => a - b);
const port = Number(values.port);
const vendorUrl = `http://127.0.0.1:${port}`;
const folder = mkdtempSync(join(tmpdir(), 'coverlight-load-'));
// Root gives the database to another account, which must get through.
chmodSync(folder, 0o755);

async function measureSize(rows: number, isLast: boolean): Promise<Load[]> {
  const own = join(folder, String(rows));
  mkdirSync(own);
  const running: RunningProcess[] = [];
  const dataKey = randomBytes(32);
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
        await fill(owner, { connectionString: database.connectionString, dataKey, rows });
      }
      const { rows: found } = await owner.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const readCpu = running.map(({ child }) => cpuReader(child.pid ?? 0, found[0]?.pid ?? 0));
      const operations = await openOperations(urls, owner);
      for (const operation of operations) {
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
        await holdLoad(operations, { minutes: Number(values.minutes), clients: Number(values.clients), pid: running[0]?.child.pid ?? 0 });
    }
    return measured;
  } finally {
    await owner.end();
    for (const one of running) await one.kill();
    await database.stop();
    rmSync(own, { recursive: true, force: true });
  }
}

async function fill(
  owner: Client,
  { connectionString, dataKey, rows }: { connectionString: string; dataKey: Buffer; rows: number },
): Promise<void> {
  const { rows: found } = await owner.query<{ id: string }>('SELECT organization_id AS id FROM users WHERE email = $1', [ACCOUNT.email]);
  const organizationId = found[0]?.id ?? '';
  const started = Date.now();
  await fillAdmin(owner, { connectionString, dataKey, events: rows, organizationId });
  await fillInquiries(owner, organizationId, { connectionString, dataKey, rows, own: Math.min(200_000, rows / 2) });
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
  rmSync(folder, { recursive: true, force: true });
}
