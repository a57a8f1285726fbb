/** Walks a vendor's body and an answer made of it, to see whether anything got lost. For tests. */

export interface Leaf {
  path: string;
  value: string | number | boolean;
}

export function leavesOf(value: unknown, path = ''): Leaf[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ path, value: value.trim() }];
  if (typeof value === 'number' || typeof value === 'boolean') return [{ path, value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => leavesOf(item, path === '' ? key : `${path}.${key}`));
}

/** Leaves whose value stands nowhere in the answer as a whole word, in none of the forms `formsOf` gives for it; no form: not looked for. */
export function missingLeaves(body: unknown, answer: unknown, formsOf: (leaf: Leaf) => string[]): string[] {
  const all = leavesOf(answer)
    .map((leaf) => String(leaf.value))
    .join('\n');
  const isSaid = (form: string): boolean => new RegExp(`(?<![\\w.])${form.replaceAll(/[^\w\s]/g, '\\$&')}(?!\\w)`).test(all);
  return leavesOf(body).flatMap((leaf) => {
    const forms = formsOf(leaf);
    return forms.length === 0 || forms.some(isSaid) ? [] : [`${leaf.path} = ${String(leaf.value)}`];
  });
}
