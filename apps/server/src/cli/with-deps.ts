/** Runs a command with the server's own dependencies, on the server's database. */
import { readConfig } from '#config.ts';
import { checkDataKey } from '#crypto/check-data-key.ts';
import { openDeps, type Deps } from '#deps.ts';
import { createLog } from '#log.ts';
import { prepareDatabase, startDatabase } from '../services.ts';

/** `as` 'owner' where the server's own user has not the right. */
export async function withDeps(run: (deps: Deps) => Promise<void>, { as = 'server' }: { as?: 'server' | 'owner' } = {}): Promise<void> {
  const config = readConfig();
  const log = createLog('warn');
  const database = await startDatabase(config, log, 'attach');
  try {
    await prepareDatabase(database);
    const deps = await openDeps({
      config,
      connectionString: as === 'owner' ? database.ownerConnectionString : database.connectionString,
      log,
      stopping: new AbortController().signal,
      poolSize: 5,
    });
    try {
      await checkDataKey(deps);
      await run(deps);
    } finally {
      await deps.close();
    }
  } finally {
    await database.stop();
  }
}
