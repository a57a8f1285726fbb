/**
 * Reads a vendor's JSON object field by field and remembers what was read, so that everything else can be kept as facts: nothing a payer
 * said is lost because we did not know its name or because it came in another type than expected.
 */
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import type { AnswerFact } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import { dayOf } from './answer-date.ts';

type JsonObject = Record<string, unknown>;

const MAX_DEPTH = 40;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text of a scalar; null for what holds nothing. */
export function scalarText(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return null;
}

/** Abbreviations that vendors write as words. */
const ABBREVIATIONS = new Set(['cob', 'dob', 'ein', 'edi', 'etin', 'hra', 'hsa', 'id', 'npi', 'pcp', 'pin', 'ssn', 'suhi', 'umo']);

/** `planNetworkId` and `PLAN_Network_ID` as words. */
export function labelOf(key: string): string {
  const words = key
    .replaceAll(/^(HRA)(or)(HSA)/g, '$1_$2_$3_')
    .replaceAll(/[_\s]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .trim()
    .split(' ')
    .map((word) => (/^[A-Z\d]+$/.test(word) ? word : word.toLowerCase()))
    .map((word) => (ABBREVIATIONS.has(word) ? word.toUpperCase() : word));
  const label = words.join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** A day with or without a time, in the form that machines write. */
const MACHINE_DAY = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** As people read it: days the American way, and of a social security number no more than its end (product.md 5.3). */
export function factOf(label: string, text: string): AnswerFact {
  const day = MACHINE_DAY.test(text) ? dayOf(text) : null;
  if (day !== null) return { label, value: usDate(day) };
  const isSecret = /\b(?:SSN|social security)\b/i.test(label) && /\d{4}$/.test(text);
  return { label, value: isSecret ? `ends in ${text.slice(-4)}` : text };
}

export function flatten(value: unknown, label: string, depth = 0): AnswerFact[] {
  const text = scalarText(value);
  if (text !== null) return [factOf(label, text)];
  // Deeper than any answer: kept in one piece rather than walked on a hostile body's terms.
  if (depth > MAX_DEPTH) return value === null ? [] : [{ label, value: JSON.stringify(value) }];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => flatten(item, value.length > 1 ? `${label} ${index + 1}` : label, depth + 1));
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    flatten(item, label === '' ? labelOf(key) : `${label}: ${labelOf(key)}`, depth + 1),
  );
}

function asFlag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return null;
  if (/^(true|yes|y)$/i.test(value.trim())) return true;
  return /^(false|no|n)$/i.test(value.trim()) ? false : null;
}

/** Keys are matched without regard to case: vendors are not consistent. */
export class FactReader {
  private readonly source: JsonObject;
  private readonly names: Map<string, string>;
  private readonly done = new Set<string>();
  private readonly leftOver: { key: string; value: unknown }[] = [];

  /** Anything but an object reads as empty. */
  constructor(value: unknown) {
    this.source = isJsonObject(value) ? value : {};
    this.names = new Map(Object.keys(this.source).map((key) => [key.toLowerCase(), key]));
  }

  /** The scalar under the first of the keys that holds one, trimmed; null where there is none. Another type stays for `facts`. */
  text(...keys: string[]): string | null {
    for (const key of keys) {
      const name = this.find(key);
      const text = name === undefined ? null : scalarText(this.source[name]);
      if (name !== undefined && text !== null) {
        this.done.add(name);
        return text;
      }
    }
    return null;
  }

  /** True and false, also as text; null where neither was sent. */
  flag(key: string): boolean | null {
    const name = this.find(key);
    const flag = name === undefined ? null : asFlag(this.source[name]);
    if (name !== undefined && flag !== null) this.done.add(name);
    return flag;
  }

  /** The scalars of a list, or a single scalar. */
  texts(key: string): string[] {
    const name = this.find(key);
    const items = this.items(key);
    const texts = items.map(scalarText);
    for (const [index, text] of texts.entries()) if (text === null) this.leftOver.push({ key: name ?? key, value: items[index] });
    return texts.filter((text) => text !== null);
  }

  object(key: string): FactReader | null {
    const name = this.find(key);
    if (name === undefined || !isJsonObject(this.source[name])) return null;
    this.done.add(name);
    return new FactReader(this.source[name]);
  }

  /** The objects of a list with their places in it; a single object counts as a list of one. */
  list(key: string): { reader: FactReader; index: number }[] {
    const name = this.find(key);
    const sent = name === undefined ? undefined : this.source[name];
    if (name === undefined || (!Array.isArray(sent) && !isJsonObject(sent))) return [];
    const items = this.items(key);
    for (const item of items) if (!isJsonObject(item)) this.leftOver.push({ key: name, value: item });
    return items.flatMap((item, index) => (isJsonObject(item) ? [{ reader: new FactReader(item), index }] : []));
  }

  /** The items of a list, or a single value, as sent; the caller keeps all of them. */
  items(key: string): unknown[] {
    const name = this.find(key);
    if (name === undefined) return [];
    this.done.add(name);
    const sent = this.source[name];
    return Array.isArray(sent) ? sent : [sent];
  }

  /** Keys not read yet that hold something. */
  unread(): string[] {
    return Object.keys(this.source).filter((name) => !this.done.has(name) && this.source[name] !== null && this.source[name] !== undefined);
  }

  /** The object under a key, without reading it. */
  peek(key: string): JsonObject | null {
    const name = this.find(key);
    const sent = name === undefined ? null : this.source[name];
    return isJsonObject(sent) ? sent : null;
  }

  /** Marks keys as read: their values are deliberately left out. */
  skip(...keys: string[]): void {
    for (const key of keys) this.done.add(this.names.get(key.toLowerCase()) ?? key);
  }

  /** Everything not read so far, flattened. Further calls answer nothing. */
  facts(prefix = ''): AnswerFact[] {
    const open = this.unread();
    const rest = [...open.map((key) => ({ key, value: this.source[key] })), ...this.leftOver];
    for (const key of open) this.done.add(key);
    this.leftOver.length = 0;
    return rest.flatMap(({ key, value }) => flatten(value, prefix === '' ? labelOf(key) : `${prefix}: ${labelOf(key)}`));
  }

  private find(key: string): string | undefined {
    const name = this.names.get(key.toLowerCase());
    return name === undefined || this.done.has(name) ? undefined : name;
  }
}

export function readFacts(value: unknown): FactReader {
  return new FactReader(value);
}
