/**
 * Patterns of a payer's configuration are written for Java. Ones that JavaScript cannot compile, would read in another sense, or could be made
 * to run for ever by what somebody types are dropped: the clearinghouse checks them again anyway.
 */

const MAX_PATTERN_LENGTH = 300;
/** Java-only escapes that JavaScript would take for letters, and class intersections. */
const OTHER_MEANING = /\\[pPQEAZzhHRXG]|&&\[|\[\[/;

export function usablePattern(pattern: string | undefined): string | null {
  if (pattern === undefined || pattern === '' || pattern.length > MAX_PATTERN_LENGTH) return null;
  if (OTHER_MEANING.test(pattern)) return null;
  try {
    return new RegExp(pattern).source === '' || !(waysToMatch(pattern) <= MOST_WAYS) ? null : pattern;
  } catch {
    return null;
  }
}

/** How many ways to match are tried at worst; far above what payers' patterns need, and done in some milliseconds. */
const MOST_WAYS = 1_000_000;
/** The longest value that a form takes. */
const LONGEST = 80;

/** An upper bound: choices multiply along a pattern and add up over its alternatives. */
function waysToMatch(pattern: string): number {
  let at = 0;
  const next = () => pattern[at];

  function alternatives(isWhole: boolean): number {
    let sum = 0;
    // Without an anchor it is tried from each place.
    const begin = () => (isWhole && next() !== '^' ? LONGEST : 1);
    let product = begin();
    while (at < pattern.length && next() !== ')') {
      if (next() !== '|') {
        product *= repeated(atom());
        continue;
      }
      at += 1;
      sum += product;
      product = begin();
    }
    return sum + product;
  }

  function atom(): number {
    const rest = pattern.slice(at);
    if (next() !== '(') {
      at += (/^\\.|^\[(?:\\.|[^\]])*\]/s.exec(rest)?.[0] ?? ' ').length;
      // What a reference back means cannot be counted here.
      return /^\\(?:[1-9]|k<)/.test(rest) ? Number.POSITIVE_INFINITY : 1;
    }
    at += (/^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(rest)?.[0] ?? ' ').length;
    const inner = alternatives(false);
    at += 1;
    return inner;
  }

  function repeated(inner: number): number {
    const found = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(pattern.slice(at));
    if (!found) return inner;
    at += found[0].length;
    const [, sign, from = '', comma, to = ''] = found;
    const least = sign === undefined ? Number(from) : sign === '+' ? 1 : 0;
    const most =
      sign === '?' ? 1 : sign !== undefined || (comma !== undefined && to === '') ? LONGEST : comma === undefined ? least : Number(to);
    const counts = Math.max(1, Math.min(most, LONGEST) - least + 1);
    return counts * inner ** Math.min(most, LONGEST);
  }

  return alternatives(true);
}
