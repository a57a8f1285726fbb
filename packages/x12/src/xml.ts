/** A small, strict reader of XML: elements, text, CDATA and the five named entities. A document type is refused, so no entity can grow. */

export interface XmlElement {
  /** Without its prefix. */
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  /** Its own text, that of its children apart. */
  text: string;
}

const MAX_DEPTH = 60;
const MAX_ELEMENTS = 5000;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

function characterOf(reference: string): string | null {
  const code = reference.startsWith('#x') ? Number.parseInt(reference.slice(2), 16) : Number.parseInt(reference.slice(1), 10);
  return Number.isInteger(code) && code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff) ? String.fromCodePoint(code) : null;
}

/** Null where a reference is none of those that need no declaration. */
export function decodeEntities(text: string): string | null {
  if (!text.includes('&')) return text;
  let isValid = true;
  const decoded = text.replaceAll(/&(#x[\da-fA-F]{1,6}|#\d{1,7}|\w{1,12});|&/g, (whole, reference: string | undefined) => {
    const character =
      reference === undefined ? null : reference.startsWith('#') ? characterOf(reference) : (ENTITIES.get(reference) ?? null);
    if (character === null) isValid = false;
    return character ?? whole;
  });
  return isValid ? decoded : null;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
const ATTRIBUTE = /([^\s=/>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function attributesOf(sent: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single] of sent.matchAll(ATTRIBUTE))
    attributes.set(localName(name), decodeEntities(double ?? single ?? '') ?? '');
  return attributes;
}

/** The end of a tag that begins at `from`, quoted `>` passed over; -1 where there is none. */
function endOfTag(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at;
  }
  return -1;
}

interface Reading {
  root: XmlElement | null;
  open: XmlElement[];
  count: number;
}

function addText(reading: Reading, text: string): string | null {
  const owner = reading.open.at(-1);
  if (owner !== undefined) owner.text += text;
  else if (text.replaceAll(/[\s\uFEFF]/g, '') !== '') return 'Text stands outside the root element.';
  return null;
}

function openElement(reading: Reading, sent: string): string | null {
  const isEmpty = sent.endsWith('/');
  const [name = ''] = /^[^\s/>]+/.exec(sent) ?? [];
  if (!/^[A-Za-z_]/.test(name)) return 'A tag has no name.';
  const element: XmlElement = { name: localName(name), attributes: attributesOf(sent.slice(name.length)), children: [], text: '' };
  const owner = reading.open.at(-1);
  if (owner === undefined && reading.root !== null) return 'There is a second root element.';
  if (owner === undefined) reading.root = element;
  else owner.children.push(element);
  reading.count += 1;
  if (reading.count > MAX_ELEMENTS || reading.open.length >= MAX_DEPTH)
    return 'There are too many elements, or too many within each other.';
  if (!isEmpty) reading.open.push(element);
  return null;
}

/** What stands at `<`: comment, CDATA, instruction or tag. Returns where it ends, or what is wrong. */
function readMarkup(reading: Reading, text: string, from: number): { next: number } | { error: string } {
  const upTo = (end: string, content: number) => {
    const at = text.indexOf(end, from + content);
    return at < 0 ? null : { at, next: at + end.length };
  };
  if (text.startsWith('<!--', from)) return upTo('-->', 4) ?? { error: 'A comment has no end.' };
  if (text.startsWith('<?', from)) return upTo('?>', 2) ?? { error: 'An instruction has no end.' };
  if (text.startsWith('<![CDATA[', from)) {
    const end = upTo(']]>', 9);
    if (end === null) return { error: 'A CDATA section has no end.' };
    const error = addText(reading, text.slice(from + 9, end.at));
    return error === null ? end : { error };
  }
  if (text.startsWith('<!', from)) return { error: 'A document type is not allowed.' };
  const end = endOfTag(text, from + 1);
  if (end < 0) return { error: 'A tag has no end.' };
  const sent = text.slice(from + 1, end).trim();
  if (!sent.startsWith('/')) {
    const error = openElement(reading, sent);
    return error === null ? { next: end + 1 } : { error };
  }
  const closed = reading.open.pop();
  return closed?.name === localName(sent.slice(1).trim())
    ? { next: end + 1 }
    : { error: 'An end tag closes another element than the open one.' };
}

/** Never throws. `error` is null where the whole was read; otherwise `root` holds what came before it. */
export function readXml(text: string): { root: XmlElement | null; error: string | null } {
  const reading: Reading = { root: null, open: [], count: 0 };
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf('<', at);
    const between = decodeEntities(text.slice(at, next < 0 ? text.length : next));
    if (between === null) return { root: reading.root, error: 'An entity is not one of the five.' };
    const error = addText(reading, between);
    if (error !== null) return { root: reading.root, error };
    if (next < 0) break;
    const read = readMarkup(reading, text, next);
    if ('error' in read) return { root: reading.root, error: read.error };
    at = read.next;
  }
  if (reading.root === null) return { root: null, error: 'There is no element.' };
  return { root: reading.root, error: reading.open.length === 0 ? null : 'The document ends too early.' };
}

/** All elements of that name, in document order, the element itself included. */
export function findElements(element: XmlElement, name: string): XmlElement[] {
  const own = element.name === name ? [element] : [];
  return [...own, ...element.children.flatMap((child) => findElements(child, name))];
}
