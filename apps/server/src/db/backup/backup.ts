/** Writes a database into one encrypted file and back. The file is worthless without DATA_KEY, which is not in it. */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { dumpDatabase, type BackupHeader } from './dump.ts';
import { loadDatabase } from './load.ts';
import { BackupFileError, openFile, sealFile } from './sealed-file.ts';

export interface BackupOptions {
  /** Of a user that row-level security does not bind. */
  connectionString: string;
  dataKey: Buffer;
  file: string;
}

/** Either the whole file exists afterwards, readable by its owner only, or none. */
export async function backUp({ connectionString, dataKey, file }: BackupOptions): Promise<BackupHeader> {
  if (existsSync(file)) throw new Error(`${file} exists already; a backup never overwrites one.`);
  const partial = `${file}.partial`;
  let header: BackupHeader | undefined;
  try {
    await pipeline(
      dumpDatabase(connectionString, (value) => (header = value)),
      createGzip(),
      sealFile(dataKey),
      createWriteStream(partial, { mode: 0o600, flush: true }),
    );
    if (!header) throw new Error('The database could not be read.');
    await rename(partial, file);
    return header;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Fills a freshly migrated database, or changes nothing. */
export async function restore({ connectionString, dataKey, file }: BackupOptions): Promise<BackupHeader> {
  await refuseUnreadable(file);
  let loading: Promise<BackupHeader> | undefined;
  try {
    await pipeline(createReadStream(file), openFile(dataKey), createGunzip(), splitLines, async (lines: AsyncIterable<string>) => {
      loading = loadDatabase(connectionString, lines);
      await loading;
    });
  } finally {
    // A file that is refused ends the pipeline at once; the connection is still to be closed then.
    await Promise.allSettled([loading]);
  }
  if (!loading) throw new Error('The backup is empty.');
  return await loading;
}

async function refuseUnreadable(file: string): Promise<void> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => error.code);
  if (found === 'ENOENT') throw new BackupFileError(`There is no file ${file}.`);
  if (typeof found !== 'object' || !found.isFile()) throw new BackupFileError(`${file} cannot be read as a file.`);
}

/** At line feeds only: node:readline also splits at U+2028, which a JSON text may hold as it is. */
async function* splitLines(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const bytes of source) {
    let start = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      yield Buffer.concat([...parts, bytes.subarray(start, end)]).toString();
      parts = [];
      start = end + 1;
    }
    parts.push(bytes.subarray(start));
  }
}
