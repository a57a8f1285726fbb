/** A file or a paste as a table; what cannot be read is the caller's to mend (product.md 19.1). */
import type { ReadTable } from './reading/read-table.ts';
import type { TablePool } from './reading/table-pool.ts';
import { invalid } from '#http/app-error.ts';
import type { Upload } from './batch-contents.ts';

export type TableReader = Pick<TablePool, 'read'>;

/** Throws 422 under `file` or `text`. `sheet` null: the first. */
export async function readUpload(tables: TableReader, upload: Upload, sheet: string | null): Promise<ReadTable> {
  const table = await tables.read('text' in upload || sheet === null ? upload : { ...upload, sheet });
  if ('refused' in table) throw invalid({ ['text' in upload ? 'text' : 'file']: [table.refused] });
  return table;
}
