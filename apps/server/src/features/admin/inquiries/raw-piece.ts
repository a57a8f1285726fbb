/** The piece of a stored answer that one line of it was read from (docs/product.md 2.9). Pure. */
import { readInterchanges, transactionsOf } from '@coverlight/x12/interchanges.ts';
import { explain271 } from '@coverlight/x12/read-271.ts';
import type { Segment } from '@coverlight/x12/segments.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Vendors are not consistent in the case of their names. */
const keyOf = (source: Record<string, unknown>, wanted: string) =>
  Object.hasOwn(source, wanted) ? wanted : Object.keys(source).find((key) => key.toLowerCase() === wanted.toLowerCase());

/** `path` is the line's id among the names of the body. Undefined where nothing stands there. */
function atPath(value: unknown, path: readonly string[]): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (Array.isArray(value)) return /^\d+$/.test(first) ? atPath(value[Number(first)], rest) : undefined;
  if (!isObject(value)) return undefined;
  // A name may hold a point.
  for (let end = 1; end <= path.length; end += 1) {
    const key = keyOf(value, path.slice(0, end).join('.'));
    const found = key === undefined ? undefined : atPath(value[key], path.slice(end));
    if (found !== undefined) return found;
  }
  // A single object counts as a list of one.
  return first === '0' ? atPath(value, rest) : undefined;
}

const textOf = ({ elements, delimiters }: Segment): string => elements.join(delimiters.element);

/** The benefit's EB with all that hangs on it, a segment a line. Undefined where none or several transactions have such a line. */
function segmentsOf(x12: string, lineId: string): string | undefined {
  const id = lineId.replace(/\.\d+$/, '');
  const transactions = transactionsOf(readInterchanges(Buffer.from(x12, 'utf8'))).filter(({ code }) => code === '271');
  const found = transactions.flatMap((transaction) => {
    const { uses } = explain271(transaction);
    const segments = transaction.segments.filter((_segment, at) => uses[at]?.line === id);
    return segments.length === 0 ? [] : [segments.map(textOf).join('\n')];
  });
  return found.length === 1 ? found[0] : undefined;
}

function inAnswer(answer: unknown, lineId: string): unknown {
  if (isObject(answer) && typeof answer['x12'] === 'string') return segmentsOf(answer['x12'], lineId.replace(/^(?:\d+:)+/, ''));
  return atPath(answer, lineId.split('.'));
}

/**
 * `raw` is what was stored: the answer of each part of the inquiry, in their order. A line of one of several answers begins with the
 * number of its answer, "1:plans.0.benefits.3". Null where the piece cannot be told for sure.
 */
export function rawPiece(raw: unknown, lineId: string): unknown {
  const answers = (Array.isArray(raw) ? raw : []).flatMap((part: unknown) => (isObject(part) && 'answer' in part ? [part['answer']] : []));
  const { at, id } = /^(?:(?<at>\d+):)?(?<id>.*)$/s.exec(lineId)?.groups ?? {};
  const found = answers.map((answer) => inAnswer(answer, id ?? ''));
  const told = found.filter((piece) => piece !== undefined && piece !== null);
  // Parts that were refused have no number: where there are any, only a piece that stands in one answer alone is sure.
  const isNumbered = at !== undefined && told.length === answers.length;
  const piece = isNumbered ? found[Number(at)] : told.length === 1 ? told[0] : undefined;
  return piece ?? null;
}
