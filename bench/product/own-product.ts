/** A product for one measurement alone: database, clearinghouse and server on ports of its own, all of it gone afterwards. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded-postgres.ts';
import { startVendor, type VendorOptions } from '../measure/vendor.ts';
import { buildProduct } from './build.ts';
import { signIn, type ApiClient } from './client.ts';
import type { RunningProcess } from './processes.ts';
import { sandboxPortOf, startServer } from './start-server.ts';

export interface OwnProduct {
  url: string;
  client: ApiClient;
  /** Looks at rows past every rule. */
  owner: Client;
  /** Of the server's process. */
  pid: number;
}

const ACCOUNT = { email: 'manager@demo.test', password: 'harbor lights at night' };

/** `port`: the five after it are taken, too. `sandbox`: the product's own is asked, in place of a clearinghouse that answers at once. */
export async function withOwnProduct<T>(
  port: number,
  vendorOptions: VendorOptions | 'sandbox',
  work: (product: OwnProduct) => Promise<T>,
): Promise<T> {
  buildProduct();
  const folder = mkdtempSync(join(tmpdir(), 'coverlight-bench-'));
  // Root gives the database to another account, which must get through.
  chmodSync(folder, 0o755);
  const running: RunningProcess[] = [];
  const vendor = vendorOptions === 'sandbox' ? null : await startVendor(port + 5, vendorOptions);
  const database = await startEmbeddedPostgres({ dataDir: '', ephemeral: true, log: { info: () => undefined, warn: console.warn } });
  const owner = new Client({ connectionString: database.connectionString });
  try {
    await owner.connect();
    const { child } = await startServer(
      {
        port,
        databaseUrl: database.connectionString,
        dataKey: randomBytes(32),
        vendorUrl: `http://127.0.0.1:${vendor === null ? sandboxPortOf(port) : port + 5}`,
        folder,
      },
      running,
    );
    const url = `http://127.0.0.1:${port}`;
    const client = await signIn(url, ACCOUNT, Date.now() + 60_000);
    return await work({ url, client, owner, pid: child.pid ?? 0 });
  } finally {
    await owner.end();
    for (const one of running) await one.kill();
    vendor?.closeAllConnections();
    vendor?.close();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A form with a file, as a browser sends it. */
export interface MadeForm {
  type: string;
  bytes: Buffer;
}

export async function makeForm(
  fields: Readonly<Record<string, string>>,
  file: { name: string; bytes: Buffer | string },
): Promise<MadeForm> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([typeof file.bytes === 'string' ? file.bytes : new Uint8Array(file.bytes)]), file.name);
  const made = new Response(form);
  return { type: made.headers.get('content-type') ?? '', bytes: Buffer.from(await made.arrayBuffer()) };
}

export async function sendMade(
  { url, client }: Pick<OwnProduct, 'url' | 'client'>,
  path: string,
  { type, bytes }: MadeForm,
): Promise<{ status: number; body: string }> {
  const headers = { cookie: client.cookie, 'content-type': type };
  const reply = await fetch(`${url}/api/v1${path}`, { method: 'POST', body: new Uint8Array(bytes), headers });
  return { status: reply.status, body: await reply.text() };
}

/** A form made and sent: its status, and its body as text. */
export async function sendForm(
  product: Pick<OwnProduct, 'url' | 'client'>,
  path: string,
  fields: Readonly<Record<string, string>>,
  file: { name: string; bytes: Buffer | string },
): Promise<{ status: number; body: string }> {
  return await sendMade(product, path, await makeForm(fields, file));
}
