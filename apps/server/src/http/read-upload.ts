/** The one file or text of a multipart form, read while it arrives (docs/product.md 5.4). */
import { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, invalid } from './app-error.ts';

const MAX_BYTES = 32 * 1024 * 1024;
const TOO_LARGE = 'This is larger than 32 MB.';
/** Beside its file a form holds little. */
const FORM_BYTES = 64 * 1024;

/**
 * Text of the CSV file. Throws 415 for anything but a form, 413 above 32 MB, and 422 under `file` without one or for a file that says it is
 * no CSV; reading it throws 422 where it holds no UTF-8 text. Whoever stops reading leaves the rest to be thrown away.
 */
export async function readCsvFile(request: FastifyRequest): Promise<Readable> {
  demandForm(request, 'file');
  const part = await asReadable(async () => await request.file({ limits: { fileSize: MAX_BYTES } }));
  if (part === undefined) throw invalid({ file: ['Please choose a file.'] });
  const refusal = refusalOf(part);
  if (refusal !== null) {
    part.file.resume();
    throw refusal;
  }
  return Readable.from(textOf(part));
}

function refusalOf({ fieldname, filename, mimetype }: MultipartFile): AppError | null {
  if (fieldname !== 'file') return invalid({ [fieldname]: ['This field is not known.'] });
  const isCsv = /\.(csv|txt)$/i.test(filename) || /^text\/(csv|plain)$/.test(mimetype);
  return isCsv ? null : invalid({ file: ['Please choose a CSV file.'] });
}

async function* textOf({ file }: MultipartFile): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    // Destroying it would leave the rest of the request on the wire, and the sender without an answer.
    for await (const chunk of file.iterator({ destroyOnReturn: false })) yield decodedText(decoder, chunk as Buffer);
    if (file.truncated) throw new AppError('too-large', { file: [TOO_LARGE] });
    yield decodedText(decoder);
  } catch (error) {
    throw readingError(error);
  } finally {
    file.resume();
  }
}

function decodedText(decoder: TextDecoder, chunk?: Buffer): string {
  let text: string;
  try {
    text = chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw invalid({ file: ['The file is not UTF-8 text. Please save it as "CSV UTF-8".'] });
  }
  if (text.includes('\0')) throw invalid({ file: ['The file is not text. Please choose a CSV file.'] });
  return text;
}

/** The lines of a text field, sent as a value or as a file. Throws 415, 413 and 422 under its name. */
export async function readTextField(request: FastifyRequest, name: string): Promise<string[]> {
  demandForm(request, name);
  const text = await asReadable(async () => {
    for await (const part of request.parts({ limits: { fileSize: MAX_BYTES, fieldSize: MAX_BYTES } })) {
      if (part.fieldname === name) return await textOfPart(part, name);
      if (part.type === 'file') part.file.resume();
      throw invalid({ [part.fieldname]: ['This field is not known.'] });
    }
    throw invalid({ [name]: ['This field is required.'] });
  });
  return text.split(/\r\n|\r|\n/);
}

async function textOfPart(part: Multipart, name: string): Promise<string> {
  const tooLarge = new AppError('too-large', { [name]: [TOO_LARGE] });
  if (part.type === 'field') {
    if (part.valueTruncated) throw tooLarge;
    return String(part.value);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) chunks.push(chunk as Buffer);
  if (part.file.truncated) throw tooLarge;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw invalid({ [name]: ['This is not UTF-8 text.'] });
  }
}

function demandForm(request: FastifyRequest, name: string): void {
  if (!request.isMultipart()) throw new AppError('unsupported-type', { NOFIELD: ['Please send a form.'] });
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > MAX_BYTES + FORM_BYTES) {
    // Thrown away unread, so that the sender comes to read the answer.
    request.raw.resume();
    throw new AppError('too-large', { [name]: [TOO_LARGE] });
  }
}

async function asReadable<T>(read: () => Promise<T>): Promise<T> {
  return await read().catch((error: unknown) => {
    throw readingError(error);
  });
}

/** A form that breaks off or has no boundary is the sender's fault, in whatever words the parser puts it. */
function readingError(error: unknown): unknown {
  const isKnown = error instanceof AppError || (error instanceof Error && 'code' in error && String(error.code).startsWith('FST_'));
  return isKnown ? error : new AppError('unreadable', { NOFIELD: ['The request cannot be read.'] }, { cause: error });
}
