/** What this person usually does with a payer, kept in this browser: the combo and how long answers take. Nothing about patients. */
const MAX_WAITS = 7;
/** Fewer than this many waits say nothing about what is usual. */
const MIN_WAITS = 2;

function read<Value>(key: string, fallback: Value): Value {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as Value);
  } catch {
    return fallback;
  }
}

const combosKey = (userId: string) => `coverlight.combos.${userId}`;
const WAITS_KEY = 'coverlight.waits';

export function usualCombo(userId: string, payerId: string): string | null {
  return read<Record<string, string>>(combosKey(userId), {})[payerId] ?? null;
}

export function noteCombo(userId: string, payerId: string, combo: string): void {
  localStorage.setItem(combosKey(userId), JSON.stringify({ ...read(combosKey(userId), {}), [payerId]: combo }));
}

/** Whole seconds in the middle of the last answers of this payer; null while too few are known. */
export function usualWaitSeconds(payerId: string): number | null {
  const waits = read<Record<string, number[]>>(WAITS_KEY, {})[payerId] ?? [];
  if (waits.length < MIN_WAITS) return null;
  const middle = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)];
  return middle === undefined ? null : Math.max(1, Math.round(middle));
}

export function noteWait(payerId: string, seconds: number): void {
  const all = read<Record<string, number[]>>(WAITS_KEY, {});
  localStorage.setItem(WAITS_KEY, JSON.stringify({ ...all, [payerId]: [...(all[payerId] ?? []), seconds].slice(-MAX_WAITS) }));
}
