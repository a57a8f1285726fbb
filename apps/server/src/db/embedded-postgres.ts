/** Runs a real PostgreSQL from npm, for machines without one. Knows processes and folders; not roles, tables or settings of the product. */
import { existsSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Client } from 'pg';
import { chooseAccount } from './embedded/account.ts';
import { prepareBinaries } from './embedded/binaries.ts';
import { createCluster, placeCluster, waitForPredecessor, type Log } from './embedded/cluster.ts';
import { findPostmaster, readSocketDir } from './embedded/processes.ts';
import { makeRunFolder } from './embedded/run-folder.ts';
import { launch } from './embedded/server-process.ts';

export interface EmbeddedPostgresOptions {
  /** Folder of the cluster; made when absent. Ignored by an ephemeral server. */
  dataDir: string;
  log: Log;
  /** For tests: a throw-away cluster that is quick and survives nothing, removed by stop() or when this process dies. */
  ephemeral?: boolean;
  /** Where root keeps what other accounts must reach, when the checkout lies in a private folder such as /root. */
  sharedHome?: string;
  /** Folder of another version's platform package, for tests. */
  packageDir?: string | undefined;
}

export interface EmbeddedPostgres {
  /** The superuser's, to the database `coverlight` (`postgres` of an ephemeral server), over the Unix socket. A URL: take it apart with `new URL`. */
  connectionString: string;
  socketDir: string;
  /** Ends open connections; never takes longer than 2 s. */
  stop(): Promise<void>;
}

const DATABASE = 'coverlight';
const SHARED_HOME = '/var/lib/coverlight';

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, ephemeral = false, sharedHome = SHARED_HOME, packageDir } = options;
  if (process.platform === 'win32') throw new Error('The embedded PostgreSQL needs Linux or macOS: set DATABASE_URL.');
  const account = chooseAccount(resolve(dataDir));
  const socketDir = makeRunFolder(account);
  try {
    const cluster = ephemeral ? join(socketDir, 'data') : placeCluster(resolve(dataDir), account, sharedHome, log);
    const binaries = prepareBinaries(account, account.ids ? sharedHome : dirname(cluster), packageDir);
    if (!existsSync(join(cluster, 'PG_VERSION'))) createCluster({ cluster, account, binaries, ephemeral });
    await waitForPredecessor(cluster, log);
    const server = await launch({ cluster, account, binaries, ephemeral, socketDir, log });
    const connectionString = toUrl(socketDir, ephemeral ? 'postgres' : DATABASE);
    if (!ephemeral) await ensureDatabase(socketDir, server.stop);
    return { connectionString, socketDir, stop: server.stop };
  } catch (error) {
    rmSync(socketDir, { recursive: true, force: true });
    throw error;
  }
}

/** For the command line: uses the server a running Coverlight has started on this folder (its stop() then does nothing), else starts one. */
export async function attachEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, sharedHome = SHARED_HOME } = options;
  const cluster = placeCluster(resolve(dataDir), chooseAccount(resolve(dataDir)), sharedHome, log);
  const socketDir = readSocketDir(cluster);
  if (findPostmaster(cluster).state !== 'running' || !socketDir) return startEmbeddedPostgres(options);
  return { connectionString: toUrl(socketDir, DATABASE), socketDir, stop: async () => undefined };
}

function toUrl(socketDir: string, database: string): string {
  // Host and port are written out, or PGHOST and PGPORT of the environment would take their place.
  return `postgres://postgres@localhost:5432/${database}?host=${encodeURIComponent(socketDir)}`;
}

async function ensureDatabase(socketDir: string, stop: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: toUrl(socketDir, 'postgres') });
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    await client.end();
  } catch (error) {
    await stop();
    throw error;
  }
}
