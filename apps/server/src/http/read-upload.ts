/** The one file or text of a multipart form. */
import type { Readable } from 'node:stream';
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, invalid } from './app-error.ts';

/** Throws 415 for anything but a form, 422 under `file` without one or for a file that says it is no CSV. */
export async function readCsvFile(request: FastifyRequest): Promise<Readable> {
  demandForm(request);
  const file = await request.file();
  if (file === undefined) throw invalid({ file: ['Please choose a file.'] });
  if (file.fieldname !== 'file') throw invalid({ [file.fieldname]: ['This field is not known.'] });
  if (!/\.csv$/i.test(file.filename) && !/^text\/(csv|plain)$/.test(file.mimetype)) {
    file.file.resume();
    throw invalid({ file: ['Please choose a CSV file.'] });
  }
  return file.file;
}

/** The lines of a text field, sent as a value or as a file. */
export async function readTextField(request: FastifyRequest, name: string): Promise<string[]> {
  demandForm(request);
  for await (const part of request.parts()) {
    if (part.fieldname !== name) throw invalid({ [part.fieldname]: ['This field is not known.'] });
    const text = part.type === 'file' ? (await part.toBuffer()).toString('utf8') : String(part.value);
    return text.split(/\r\n|\r|\n/);
  }
  throw invalid({ [name]: ['This field is required.'] });
}

function demandForm(request: FastifyRequest): void {
  if (!request.isMultipart()) throw new AppError('unsupported-type', { NOFIELD: ['Please send a form.'] });
}
