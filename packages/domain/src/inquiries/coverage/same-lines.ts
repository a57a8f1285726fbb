/** Lines told twice word for word, as several answers about one plan do, appear once and keep all their ids. */
import { compareText, contentOf } from './benefit-order.ts';

/** Lines that share a `hint` may be the same; only those are compared as a whole. The hint depends on content alone. */
export function groupAlike<T>(lines: T[], hint: (line: T) => string, content: (line: T) => string): T[][] {
  const hinted = new Map<string, T[]>();
  for (const line of lines) {
    const key = hint(line);
    const alike = hinted.get(key);
    if (alike) alike.push(line);
    else hinted.set(key, [line]);
  }
  return [...hinted.values()].flatMap((alike) => (alike.length === 1 ? [alike] : groupSame(alike, content)));
}

function groupSame<T>(lines: T[], content: (line: T) => string): T[][] {
  const same = new Map<string, T[]>();
  for (const line of lines) {
    const key = content(line);
    const known = same.get(key);
    if (known) known.push(line);
    else same.set(key, [line]);
  }
  return [...same.values()];
}

interface Told {
  line_ids: string[];
  text?: string | null;
  network?: string;
  level?: string | null;
  amount?: string | null;
}

export function mergeSame<T extends Told>(lines: T[]): T[] {
  const hint = (line: T) => `${line.network}|${line.level}|${line.amount}|${line.text}`;
  return groupAlike(lines, hint, contentOf).flatMap((same) => {
    const [first] = same;
    if (!first || same.length === 1) return same;
    return [{ ...first, line_ids: same.flatMap((line) => line.line_ids).toSorted(compareText) }];
  });
}
