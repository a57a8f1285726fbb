/** `npm run restore -- FILE`: fills a new database from a backup of the same version, or changes nothing. */
import { resolve } from 'node:path';
import { readConfig } from '#config.ts';
import { restore } from '#db/backup/backup.ts';
import { createLog } from '#log.ts';
import { prepareDatabase, startDatabase } from '../services.ts';

export async function run([file]: string[]): Promise<void> {
  if (file === undefined) throw new Error('Say where from: npm run restore -- FILE');
  const config = readConfig();
  const database = await startDatabase(config, createLog('warn'), 'attach');
  try {
    await prepareDatabase(database);
    const { madeAt, tables } = await restore({
      connectionString: database.ownerConnectionString,
      dataKey: config.dataKey,
      file: resolve(file),
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(`${rows} rows of ${tables.length} tables are back as they were at ${madeAt}. Everybody signs in again.\n`);
  } finally {
    await database.stop();
  }
}
