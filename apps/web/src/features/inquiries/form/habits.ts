/** What this person usually takes, kept in this browser under their id. Nothing about patients. */

function read<Value>(key: string, fallback: Value): Value {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as Value);
  } catch {
    return fallback;
  }
}

const combosKey = (userId: string) => `coverlight.combos.${userId}`;

export function usualCombo(userId: string, payerId: string): string | null {
  return read<Record<string, string>>(combosKey(userId), {})[payerId] ?? null;
}

export function noteCombo(userId: string, payerId: string, combo: string): void {
  localStorage.setItem(combosKey(userId), JSON.stringify({ ...read(combosKey(userId), {}), [payerId]: combo }));
}

const providerKey = (userId: string) => `coverlight.provider.${userId}`;

/** The provider that was asked under last. */
export function lastProvider(userId: string): string | null {
  return read<string | null>(providerKey(userId), null);
}

export function noteProvider(userId: string, providerId: string): void {
  localStorage.setItem(providerKey(userId), JSON.stringify(providerId));
}
