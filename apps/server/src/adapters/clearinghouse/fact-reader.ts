/**
 * Reads a vendor's JSON object field by field and remembers what was read, so that everything else can be kept as facts: nothing a payer
 * said is lost because we did not know its name or because it came in another type than expected.
 */
import type { AnswerFact } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';

export interface FactReader {
  /** The scalar under the first of the keys that holds one, trimmed; null where there is none. Another type stays for `facts`. */
  text(...keys: string[]): string | null;
  /** True and false, also as text; null where neither was sent. */
  flag(key: string): boolean | null;
  /** The scalars of a list, or a single scalar. */
  texts(key: string): string[];
  object(key: string): FactReader | null;
  /** The objects of a list with their places in it; a single object counts as a list of one. */
  list(key: string): { reader: FactReader; index: number }[];
  /** The items of a list, or a single value, as sent; the caller keeps all of them. */
  items(key: string): unknown[];
  /** Keys not read yet that hold something. */
  unread(): string[];
  /** The object under a key, without reading it. */
  peek(key: string): Record<string, unknown> | null;
  /** Marks a key as read: its value is deliberately left out. */
  skip(...keys: string[]): void;
  /** Everything not read so far, flattened. Further calls answer nothing. */
  facts(prefix?: string): AnswerFact[];
}

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

/** `planNetworkId` and `PLAN_Network_ID` as words. */
export function labelOf(key: string): string {
  const words = key
    .replaceAll(/[_\s]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .trim()
    .split(' ')
    .map((word) => (/^[A-Z\d]+$/.test(word) ? word : word.toLowerCase()));
  const label = words.join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

export function flatten(value: unknown, label: string, depth = 0): AnswerFact[] {
  const text = scalarText(value);
  if (text !== null) return [{ label, value: text }];
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

/** Keys are matched without regard to case: vendors are not consistent. Anything but an object reads as empty. */
export function readFacts(value: unknown): FactReader {
  const source: JsonObject = isJsonObject(value) ? value : {};
  const names = new Map(Object.keys(source).map((key) => [key.toLowerCase(), key]));
  const done = new Set<string>();
  const leftOver: { key: string; value: unknown }[] = [];
  const find = (key: string): string | undefined => {
    const name = names.get(key.toLowerCase());
    return name === undefined || done.has(name) ? undefined : name;
  };
  const reader: FactReader = {
    text: (...keys) => {
      for (const key of keys) {
        const name = find(key);
        const text = name === undefined ? null : scalarText(source[name]);
        if (name !== undefined && text !== null) {
          done.add(name);
          return text;
        }
      }
      return null;
    },
    flag: (key) => {
      const name = find(key);
      const flag = name === undefined ? null : asFlag(source[name]);
      if (name !== undefined && flag !== null) done.add(name);
      return flag;
    },
    texts: (key) => {
      const name = find(key);
      if (name === undefined) return [];
      const sent = source[name];
      const items = Array.isArray(sent) ? sent : [sent];
      const texts = items.map(scalarText);
      done.add(name);
      for (const [index, text] of texts.entries()) if (text === null) leftOver.push({ key: name, value: items[index] });
      return texts.filter((text) => text !== null);
    },
    object: (key) => {
      const name = find(key);
      if (name === undefined || !isJsonObject(source[name])) return null;
      done.add(name);
      return readFacts(source[name]);
    },
    list: (key) => {
      const name = find(key);
      const sent = name === undefined ? undefined : source[name];
      if (name === undefined || (!Array.isArray(sent) && !isJsonObject(sent))) return [];
      done.add(name);
      const items = Array.isArray(sent) ? sent : [sent];
      for (const item of items) if (!isJsonObject(item)) leftOver.push({ key: name, value: item });
      return items.flatMap((item, index) => (isJsonObject(item) ? [{ reader: readFacts(item), index }] : []));
    },
    items: (key) => {
      const name = find(key);
      if (name === undefined) return [];
      done.add(name);
      const sent = source[name];
      return Array.isArray(sent) ? sent : [sent];
    },
    unread: () => Object.keys(source).filter((name) => !done.has(name) && source[name] !== null && source[name] !== undefined),
    peek: (key) => {
      const name = find(key);
      const sent = name === undefined ? null : source[name];
      return isJsonObject(sent) ? sent : null;
    },
    skip: (...keys) => {
      for (const key of keys) done.add(names.get(key.toLowerCase()) ?? key);
    },
    facts: (prefix = '') => {
      const label = (key: string): string => (prefix === '' ? labelOf(key) : `${prefix}: ${labelOf(key)}`);
      const open = reader.unread();
      const facts = [...open.map((key) => ({ key, value: source[key] })), ...leftOver].flatMap((item) =>
        flatten(item.value, label(item.key)),
      );
      for (const key of open) done.add(key);
      leftOver.length = 0;
      return facts;
    },
  };
  return reader;
}
