/** XML as spreadsheets write it, read as it arrives: no document type, no entities of its own, nothing deep (docs/decisions/100-reading-tables.md). */
import { SaxesParser } from 'saxes';
import { CannotRead, DAMAGED, TOO_LARGE_INSIDE } from '../refusal.ts';
import type { ZipParts } from './open-zip.ts';

const DEEPEST = 32;
/** Between one tag and the next; a cell holds 500 characters, and each of them may be written as eight. */
const LONGEST_TEXT = 64 * 1024;

export interface XmlReader {
  /** Names come without their prefix. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const bare = (name: string): string => name.slice(name.indexOf(':') + 1);

/** False where there is no such part. */
export function readXml(zip: ZipParts, part: string, reader: XmlReader): boolean {
  if (!zip.has(part)) return false;
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  let depth = 0;
  parser.on('doctype', () => {
    throw new CannotRead(DAMAGED);
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > DEEPEST) throw new CannotRead(DAMAGED);
    reader.open?.(bare(name), attributes);
  });
  parser.on('text', (text) => reader.text?.(text));
  parser.on('cdata', (text) => reader.text?.(text));
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    reader.close?.(bare(name));
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let untagged = 0;
  const write = (text: string) => {
    const tag = text.lastIndexOf('<');
    untagged = tag === -1 ? untagged + text.length : text.length - tag;
    if (untagged > LONGEST_TEXT || text.indexOf('<') > LONGEST_TEXT) throw new CannotRead(TOO_LARGE_INSIDE);
    parser.write(text);
  };
  asXml(() => {
    zip.read(part, (bytes) => {
      for (let from = 0; from < bytes.length; from += LONGEST_TEXT)
        write(decoder.decode(bytes.subarray(from, from + LONGEST_TEXT), { stream: true }));
    });
    write(decoder.decode());
    parser.close();
  });
  return true;
}

/** What a parser or a decoder cannot take is a damaged file. */
function asXml(read: () => void): void {
  try {
    read();
  } catch (error) {
    throw error instanceof CannotRead ? error : new CannotRead(DAMAGED, { cause: error });
  }
}
