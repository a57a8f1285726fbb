/** Words as they are compared: case, punctuation, spaces and accents do not matter (product.md 18.4). */

const ASCII = /^[\u0020-\u007e]*$/;

export function plainWords(text: string | null): string {
  if (text === null || text === '') return '';
  // Most are plain, and reading each as any script takes ten times as long.
  if (ASCII.test(text)) return text.toLowerCase().replaceAll(/[^a-z0-9%$]/g, '');
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}%$]/gu, '');
}

/** Both said, and not the same. */
export const differ = (a: string | null, b: string | null): boolean =>
  plainWords(a) !== '' && plainWords(b) !== '' && plainWords(a) !== plainWords(b);

export const isSaid = (text: string | null | undefined): text is string => text !== null && text !== undefined && text.trim() !== '';

export const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** Those of `a` that `b` does not have, each wording once. */
export function wordsNotIn(a: readonly string[], b: readonly string[]): string[] {
  const exact = new Set(b);
  const fresh = a.filter((words) => !exact.has(words));
  if (fresh.length === 0) return [];
  const known = new Set(b.map(plainWords));
  const told: string[] = [];
  for (const words of fresh) {
    const plain = plainWords(words);
    if (plain === '' || known.has(plain)) continue;
    known.add(plain);
    told.push(words.trim());
  }
  return told;
}
