/** Which place of one answer is which of the other: exactly, else where one of them leaves open what the other says (product.md 18.4). */
import type { Cell } from './cells.ts';

export interface CellPairs {
  pairs: [Cell, Cell][];
  gone: Cell[];
  added: Cell[];
}

const agrees = (a: string, b: string) => a === b || a === '' || b === '';
const isNarrower = (a: Cell['network'], b: Cell['network']) => (a === 'both' && b !== 'both') || (b === 'both' && a !== 'both');

/** Insurance types are left out of account: a plan that changes its type does so on all its lines. */
const fits = (a: Cell, b: Cell): boolean =>
  agrees(a.level, b.level) &&
  agrees(a.period, b.period) &&
  agrees(a.place, b.place) &&
  (agrees(a.network, b.network) || isNarrower(a.network, b.network));

function byHead(cells: Cell[]): Map<string, Cell[]> {
  const heads = new Map<string, Cell[]>();
  for (const cell of cells) {
    const known = heads.get(cell.head);
    if (known) known.push(cell);
    else heads.set(cell.head, [cell]);
  }
  return heads;
}

/** One that stands for both networks may be told in two, one for each. */
function isSplit(whole: Cell, parts: Cell[]): boolean {
  const networks = parts.map(({ network }) => network);
  return whole.network === 'both' && networks.length === 2 && networks.includes('in') && networks.includes('out');
}

/** Of one head: only where nothing else can be meant. */
function pairLoosely(before: Cell[], after: Cell[]): [Cell, Cell][] {
  const candidates = (cell: Cell, others: Cell[]) => others.filter((other) => fits(cell, other));
  return before.flatMap((cell): [Cell, Cell][] => {
    const found = candidates(cell, after);
    const back = found.flatMap((other) => candidates(other, before));
    const [only] = found;
    if (found.length === 1 && only !== undefined) return back.length === 1 || isSplit(only, back) ? [[cell, only]] : [];
    return isSplit(cell, found) && new Set(back).size === 1 ? found.map((other): [Cell, Cell] => [cell, other]) : [];
  });
}

export function pairCells(before: Map<string, Cell>, after: Map<string, Cell>): CellPairs {
  const pairs: [Cell, Cell][] = [];
  const [left, right]: [Cell[], Cell[]] = [[], []];
  for (const [key, cell] of before) {
    const other = after.get(key);
    if (other) pairs.push([cell, other]);
    else left.push(cell);
  }
  for (const [key, cell] of after) if (!before.has(key)) right.push(cell);
  if (left.length === 0 || right.length === 0) return { pairs, gone: left, added: right };
  const heads = byHead(right);
  const loose = [...byHead(left)].flatMap(([head, cells]) => pairLoosely(cells, heads.get(head) ?? []));
  const paired = new Set(loose.flat());
  return { pairs: [...pairs, ...loose], gone: left.filter((cell) => !paired.has(cell)), added: right.filter((cell) => !paired.has(cell)) };
}
