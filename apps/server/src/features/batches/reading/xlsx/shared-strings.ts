/** The texts that a workbook keeps in one list for all its cells. */
import { CELL_LENGTH } from '@coverlight/contract/batches/columns.schema.ts';
import { CannotRead, TOO_LARGE_INSIDE } from '../refusal.ts';
import type { ZipParts } from './open-zip.ts';
import { readXml } from './read-xml.ts';

const STRINGS_AT_MOST = 500_000;

/** Gathers the text of a cell or of an entry of the list, which may be in pieces; how a word is pronounced is none of it. */
export function openText(): { open(name: string): void; text(text: string): void; close(name: string): void; take(): string } {
  let gathered = '';
  let isText = false;
  let isSpoken = false;
  return {
    open(name) {
      if (name === 't') isText = true;
      if (name === 'rPh') isSpoken = true;
    },
    text(text) {
      // One more than a cell may hold is enough to tell that it holds too much.
      if (isText && !isSpoken && gathered.length <= CELL_LENGTH) gathered += text;
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'rPh') isSpoken = false;
    },
    take() {
      const text = gathered;
      gathered = '';
      return text;
    },
  };
}

export function readSharedStrings(zip: ZipParts, part: string | null): string[] {
  const strings: string[] = [];
  if (part === null) return strings;
  const text = openText();
  readXml(zip, part, {
    open: text.open,
    text: text.text,
    close(name) {
      text.close(name);
      if (name !== 'si') return;
      strings.push(text.take());
      if (strings.length > STRINGS_AT_MOST) throw new CannotRead(TOO_LARGE_INSIDE);
    },
  });
  return strings;
}
