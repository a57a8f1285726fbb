/**
 * Patterns of a payer's configuration are written for Java. Ones that JavaScript cannot compile, would read in another sense, or could be made
 * to run for ever by what somebody types are dropped: the clearinghouse checks them again anyway.
 */

const MAX_PATTERN_LENGTH = 300;
/** Java-only escapes that JavaScript would take for letters, and class intersections. */
const OTHER_MEANING = /\\[pPQEAZzhHRXG]|&&\[|\[\[/;

export function usablePattern(pattern: string | undefined): string | null {
  if (pattern === undefined || pattern === '' || pattern.length > MAX_PATTERN_LENGTH) return null;
  if (OTHER_MEANING.test(pattern) || mayBacktrackForEver(pattern)) return null;
  try {
    return new RegExp(pattern).source === '' ? null : pattern;
  } catch {
    return null;
  }
}

/** A repeated group that repeats or chooses inside, or a reference back: the shapes that make matching exponential. */
function mayBacktrackForEver(pattern: string): boolean {
  const bare = pattern
    .replaceAll(/\\[1-9]|\\k</g, '\u0000')
    .replaceAll(/\\./g, 'x')
    .replaceAll(/\[\^?\]?[^\]]*\]/g, 'x');
  if (bare.includes('\u0000')) return true;
  const open: { isRisky: boolean }[] = [];
  for (let at = 0; at < bare.length; at += 1) {
    const char = bare[at];
    if (char === '(') open.push({ isRisky: false });
    else if (char === ')') {
      const group = open.pop();
      const outer = open.at(-1);
      const repeats = isUnbounded(bare.slice(at + 1));
      if (group?.isRisky && repeats) return true;
      if (outer && (group?.isRisky || repeats)) outer.isRisky = true;
    } else if (char === '|' || isUnbounded(bare.slice(at, at + 8))) {
      const group = open.at(-1);
      if (group) group.isRisky = true;
    }
  }
  return false;
}

/** `*`, `+`, `{2,}` and counts too large to be harmless when nested. */
function isUnbounded(rest: string): boolean {
  const counted = /^\{\d+(,(\d*))?\}/.exec(rest);
  return (
    rest.startsWith('*') ||
    rest.startsWith('+') ||
    (counted !== null && counted[1] !== undefined && (counted[2] === '' || Number(counted[2]) > 10))
  );
}
