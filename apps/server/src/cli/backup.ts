/** `npm run backup -- FILE`: the whole database in one encrypted file, also while the server runs. */
import { resolve } from 'node:path';
import { readConfig } from '#config.ts';
import { backUp } from '#db/backup/backup.ts';
import { createLog } from '#log.ts';
import { startDatabase } from '../services.ts';

export async function run([file]: string[]): Promise<void> {
  if (file === undefined) throw new Error('Say where to: npm run backup -- FILE');
  const config = readConfig();
  const database = await startDatabase(config, createLog('warn'), 'attach');
  try {
    const target = resolve(file);
    const { tables } = await backUp({ connectionString: database.ownerConnectionString, dataKey: config.dataKey, file: target });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(
      `${rows} rows of ${tables.length} tables are in ${target}. Keep DATA_KEY elsewhere: without it nobody can read the file.\n`,
    );
  } finally {
    await database.stop();
  }
}
