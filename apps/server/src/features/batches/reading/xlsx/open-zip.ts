/**
 * The parts of a ZIP file, found through its directory as spreadsheet programs do and inflated in small steps, so that a bomb is noticed while it
 * goes off (docs/decisions/100-reading-tables.md).
 */
import { crc32 } from 'node:zlib';
import { Inflate } from 'fflate';
import type { Budget } from '../limits.ts';
import { CannotRead, DAMAGED, SAVE_OTHERWISE } from '../refusal.ts';

const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
/** Stands for a number that needs more room, and where that is. */
const LONG = 0xffffffff;
const LONG_FIELD = 1;
const ENTRIES_AT_MOST = 2000;
/** A step of so many bytes becomes 4 MB at most. */
const STEP = 4096;
const IS_ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

export interface ZipParts {
  has(name: string): boolean;
  /** Gives the bytes of a part to `take`, step by step; those of a part that is not there are none. */
  read(name: string, take: (bytes: Uint8Array) => void): void;
}

interface Entry {
  method: number;
  crc: number;
  packed: number;
  size: number;
  at: number;
}

const damaged = () => new CannotRead(DAMAGED);

export function openZip(bytes: Buffer, budget: Budget): ZipParts {
  const entries = readDirectory(bytes);
  return {
    has: (name) => entries.has(name),
    read(name, take) {
      const entry = entries.get(name);
      if (entry !== undefined) inflate(bytes, entry, budget, take);
    },
  };
}

function readDirectory(bytes: Buffer): Map<string, Entry> {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > ENTRIES_AT_MOST) throw damaged();
  const entries = new Map<string, Entry>();
  let at = bytes.readUInt32LE(end + 16);
  for (let n = 0; n < count; n += 1) {
    if (at + ENTRY_BYTES > end || bytes.readUInt32LE(at) !== ENTRY) throw damaged();
    if ((bytes.readUInt16LE(at + 8) & IS_ENCRYPTED) !== 0) throw new CannotRead(`The file is locked with a password. ${SAVE_OTHERWISE}`);
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength);
    // A name that leads out of its folder is no spreadsheet's, and of two parts of one name nobody knows which is meant.
    if (/(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|\\|^[A-Za-z]:|\0/.test(name) || entries.has(name)) throw damaged();
    const extra = at + ENTRY_BYTES + nameLength;
    const next = extra + bytes.readUInt16LE(at + 30);
    const [size = LONG, packed = LONG, local = LONG] = longNumbers(
      [bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)],
      bytes.subarray(extra, next),
    );
    entries.set(name, { method: bytes.readUInt16LE(at + 10), crc: bytes.readUInt32LE(at + 16), size, packed, at: local });
    at = next + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** Some programs write small files as if they were large: the numbers that stand for too large ones are then told in a field of their own. */
function longNumbers(numbers: readonly number[], extra: Buffer): number[] {
  if (!numbers.includes(LONG)) return [...numbers];
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== LONG_FIELD) continue;
    let from = at + 4;
    return numbers.map((number) => {
      if (number !== LONG || from + 8 > extra.length) return number;
      from += 8;
      return Number(extra.readBigUInt64LE(from - 8));
    });
  }
  return [...numbers];
}

/** A comment may stand behind it. */
function endOf(bytes: Buffer): number {
  for (let at = bytes.length - END_BYTES; at >= Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT); at -= 1)
    if (bytes.readUInt32LE(at) === END) return at;
  throw damaged();
}

/** What the directory says of a part must be what it turns out to be. */
function inflate(bytes: Buffer, entry: Entry, budget: Budget, take: (bytes: Uint8Array) => void): void {
  if (entry.at + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(entry.at) !== LOCAL) throw damaged();
  const from = entry.at + LOCAL_BYTES + bytes.readUInt16LE(entry.at + 26) + bytes.readUInt16LE(entry.at + 28);
  const packed = bytes.subarray(from, from + entry.packed);
  if (packed.length !== entry.packed) throw damaged();
  budget.demandRoom({ from: entry.packed, to: entry.size });
  let size = 0;
  let crc = 0;
  let consumed = 0;
  const given = (part: Uint8Array) => {
    size += part.length;
    crc = crc32(part, crc);
    budget.grow(part.length, { from: consumed, to: size });
    if (size > entry.size) throw damaged();
    take(part);
  };
  const step = stepper(entry.method, given);
  while (consumed < packed.length) {
    const next = packed.subarray(consumed, consumed + STEP);
    consumed += next.length;
    step(next, consumed === packed.length);
  }
  if (size !== entry.size || crc !== entry.crc) throw damaged();
}

function stepper(method: number, given: (part: Uint8Array) => void): (bytes: Uint8Array, isLast: boolean) => void {
  if (method === STORED) return given;
  if (method !== DEFLATED) throw damaged();
  const inflating = new Inflate(given);
  return (bytes, isLast) => {
    try {
      inflating.push(bytes, isLast);
    } catch (error) {
      throw error instanceof CannotRead ? error : new CannotRead(DAMAGED, { cause: error });
    }
  };
}
