/** The one file or text of a multipart form, read while it arrives (docs/product.md 5.4). */
import { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, invalid } from './app-error.ts';

const MAX_BYTES = 32 * 1024 * 1024;
const TOO_LARGE = 'This is larger than 32 MB.';
/** One more than is taken, so that it can be told what is too many. */
const PARTS = 2;
const UNKNOWN = 'This field is not known.';
/** Beside its file a form holds little. */
const FORM_BYTES = 64 * 1024;

/**
 * Bytes of the CSV file. Throws 415 for anything but a form, 413 above 32 MB, and 422 under `file` without one or for a file that says it
 * is no CSV. Whoever stops reading leaves the rest to be thrown away.
 */
export async function readCsvFile(request: FastifyRequest): Promise<Readable> {
  demandForm(request, 'file');
  const parts = request.parts({ limits: { fileSize: MAX_BYTES, files: PARTS } });
  const { value: part } = await asReadable(async () => await parts.next());
  if (part === undefined) throw invalid({ file: ['Please choose a file.'] });
  const refusal = refusalOf(part);
  if (refusal !== null) {
    if (part.type === 'file') part.file.resume();
    throw refusal;
  }
  return Readable.from(bytesOf(part as MultipartFile, parts));
}

function refusalOf(part: Multipart): AppError | null {
  if (part.type === 'field') return invalid({ [part.fieldname]: [part.fieldname === 'file' ? 'Please choose a file.' : UNKNOWN] });
  const { fieldname, filename, mimetype } = part;
  if (fieldname !== 'file') return invalid({ [fieldname]: [UNKNOWN] });
  const isCsv = /\.(csv|txt)$/i.test(filename) || /^text\/(csv|plain)$/.test(mimetype);
  return isCsv ? null : invalid({ file: ['Please choose a CSV file.'] });
}

/** One form, one file: of two the second would be dropped without a word. */
async function demandLast(parts: AsyncIterator<Multipart>, name: string, words: string): Promise<void> {
  const { value: next } = await parts.next();
  if (next === undefined) return;
  if (next.type === 'file') next.file.resume();
  throw invalid({ [next.fieldname]: [next.fieldname === name ? words : UNKNOWN] });
}

async function* bytesOf({ file }: MultipartFile, parts: AsyncIterator<Multipart>): AsyncGenerator<Buffer> {
  try {
    // Destroying it would leave the rest of the request on the wire, and the sender without an answer.
    for await (const chunk of file.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
    if (file.truncated) throw new AppError('too-large', { file: [TOO_LARGE] });
    await demandLast(parts, 'file', 'Please send one file only.');
  } catch (error) {
    throw readingError(error);
  } finally {
    file.resume();
  }
}

/** The lines of a text field, sent as a value or as a file. Throws 415, 413 and 422 under its name. */
export async function readTextField(request: FastifyRequest, name: string): Promise<Iterable<string>> {
  demandForm(request, name);
  const text = await asReadable(async () => {
    const parts = request.parts({ limits: { fileSize: MAX_BYTES, fieldSize: MAX_BYTES, files: PARTS } });
    const { value: part } = await parts.next();
    if (part === undefined) throw invalid({ [name]: ['This field is required.'] });
    if (part.fieldname === name) {
      const whole = await textOfPart(part, name);
      await demandLast(parts, name, 'Please send one list only.');
      return whole;
    }
    if (part.type === 'file') part.file.resume();
    throw invalid({ [part.fieldname]: [UNKNOWN] });
  });
  return linesOf(text);
}

/** One at a time: a text of nothing but line ends would be millions of them. */
function* linesOf(text: string): Generator<string> {
  let from = 0;
  for (const end of text.matchAll(/\r\n|\r|\n/g)) {
    yield text.slice(from, end.index);
    from = end.index + end[0].length;
  }
  yield text.slice(from);
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
  if (announced > MAX_BYTES + FORM_BYTES) throw new AppError('too-large', { [name]: [TOO_LARGE] });
}

export async function asReadable<T>(read: () => Promise<T>): Promise<T> {
  return await read().catch((error: unknown) => {
    throw readingError(error);
  });
}

/** A form that breaks off or has no boundary is the sender's fault, in whatever words the parser puts it. */
function readingError(error: unknown): unknown {
  const isKnown = error instanceof AppError || (error instanceof Error && 'code' in error && String(error.code).startsWith('FST_'));
  return isKnown ? error : new AppError('unreadable', { NOFIELD: ['The request cannot be read.'] }, { cause: error });
}
