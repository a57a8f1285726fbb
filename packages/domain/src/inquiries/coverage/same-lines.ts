/** Lines told twice word for word, as several answers about one plan do, appear once and keep all their ids. */
import { compareText } from './benefit-order.ts';

export function mergeSame<T extends { line_ids: string[] }>(lines: T[]): T[] {
  const byContent = new Map<string, T>();
  for (const line of lines) {
    const content = JSON.stringify({ ...line, line_ids: null });
    const known = byContent.get(content);
    byContent.set(content, known ? { ...known, line_ids: [...known.line_ids, ...line.line_ids] } : line);
  }
  return [...byContent.values()].map((line) =>
    line.line_ids.length > 1 ? { ...line, line_ids: line.line_ids.toSorted(compareText) } : line,
  );
}
