/** What runs beside the server when nothing else was configured: an embedded database and the sandbox (product.md 16.1). */
import type { Config } from '#config.ts';
import { migrate } from '#db/migrate.ts';
import { attachEmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { refuseTransactionPooling } from '#db/pooler.ts';
import { setUpJobs } from '#jobs/queue.ts';
import type { Log } from '#log.ts';
import { ALL_JOBS } from './workers.ts';

export interface RunningDatabase {
  /** For the server. */
  connectionString: string;
  /** For whoever may create tables. */
  ownerConnectionString: string;
  stop: () => Promise<void>;
}

/** `attach`: a command beside a running server uses that server's database. */
export async function startDatabase(config: Config, log: Log, how: 'start' | 'attach'): Promise<RunningDatabase> {
  if (config.databaseUrl !== null) {
    return {
      connectionString: config.databaseUrl,
      ownerConnectionString: config.migrationDatabaseUrl ?? config.databaseUrl,
      stop: async () => undefined,
    };
  }
  const options = {
    dataDir: `${config.dataDir}/postgres`,
    log: { info: (line: string) => log.info(line), warn: (line: string) => log.warn(line) },
  };
  const postgres = await (how === 'start' ? startEmbeddedPostgres(options) : attachEmbeddedPostgres(options));
  return { connectionString: postgres.connectionString, ownerConnectionString: postgres.connectionString, stop: postgres.stop };
}

/** Tables and queues as this version needs them. Safe from several processes at once. */
export async function prepareDatabase(database: RunningDatabase): Promise<void> {
  await refuseTransactionPooling(database.connectionString);
  await migrate(database.ownerConnectionString);
  await setUpJobs(database.ownerConnectionString, ALL_JOBS);
}
