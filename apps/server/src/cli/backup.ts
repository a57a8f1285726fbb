/** `npm run backup -- FILE`: the whole database in one encrypted file, also while the server runs. */
import { resolve } from 'node:path';
import { readConfig, type Config } from '#config.ts';
import { refuseForeignDataKey } from '#crypto/check-data-key.ts';
import { backUp } from '#db/backup/backup.ts';
import { openDatabase } from '#db/client.ts';
import { createLog } from '#log.ts';
import { startDatabase } from '../services.ts';

export async function run([file]: string[]): Promise<void> {
  if (file === undefined) throw new Error('Say where to: npm run backup -- FILE');
  const config = readConfig();
  const database = await startDatabase(config, createLog('warn'), 'attach');
  try {
    const target = resolve(file);
    // A file sealed with a key that does not open what is in it would be worth nothing.
    await refuseWrongKey(database.connectionString, config);
    const { tables } = await backUp({ connectionString: database.ownerConnectionString, dataKey: config.dataKey, file: target });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(
      `${rows} rows of ${tables.length} tables are in ${target}. Keep DATA_KEY elsewhere: without it nobody can read the file.\n`,
    );
  } finally {
    await database.stop();
  }
}

async function refuseWrongKey(connectionString: string, config: Config): Promise<void> {
  const db = openDatabase({ connectionString, max: 1, onError: () => undefined });
  try {
    await refuseForeignDataKey(db, config);
  } finally {
    await db.close();
  }
}
