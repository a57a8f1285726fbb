/** A form of one file and some fields beside it, in whatever order, the file held in memory (docs/product.md 19.1). */
import type { FastifyRequest } from 'fastify';
import { invalid } from './app-error.ts';
import { asReadable } from './read-upload.ts';

export interface FormFile {
  bytes: Buffer;
  filename: string;
  fields: Record<string, string>;
}

const LONGEST_FIELD = 1000;
/** One more than is taken, so that it can be told what is too many. */
const FILES = 2;

/** Throws 422 under `file` above `mostBytes`, without one or with two, and for a field that is not named. */
export async function readFormFile(
  request: FastifyRequest,
  { fields: known, mostBytes, tooLarge }: { fields: readonly string[]; mostBytes: number; tooLarge: string },
): Promise<FormFile> {
  const form = await asReadable(async () => {
    const fields: Record<string, string> = {};
    let file: { bytes: Buffer; filename: string } | null = null;
    for await (const part of request.parts({ limits: { fileSize: mostBytes, fieldSize: LONGEST_FIELD, files: FILES } })) {
      if (part.type === 'field') {
        if (!known.includes(part.fieldname)) throw invalid({ [part.fieldname]: ['This field is not known.'] });
        fields[part.fieldname] = String(part.value);
        continue;
      }
      if (part.fieldname !== 'file' || file !== null) {
        part.file.resume();
        throw invalid({ [part.fieldname]: [file === null ? 'This field is not known.' : 'Please send one file only.'] });
      }
      const chunks: Buffer[] = [];
      for await (const chunk of part.file) chunks.push(chunk as Buffer);
      if (part.file.truncated) throw invalid({ file: [tooLarge] });
      file = { bytes: Buffer.concat(chunks), filename: part.filename };
    }
    return { file, fields };
  });
  if (form.file === null) throw invalid({ file: ['Please choose a file.'] });
  return { ...form.file, fields: form.fields };
}
