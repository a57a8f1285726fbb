/**
 * What was typed when a session ended, for the same person signing in again in the same tab (docs/product.md 4.2).
 * In memory only: patient data is never written to the browser's storage.
 */
interface Typed {
  userId: string;
  values: unknown;
}

const typedForms = new Map<string, Typed>();

/** `key` names the form, its path for instance. */
export function rememberTypedForm(key: string, userId: string, values: unknown): void {
  typedForms.set(key, { userId, values });
}

/** Hands the values out once; null when there are none of this person. Another person's are dropped. */
export function takeTypedForm(key: string, userId: string): unknown {
  const typed = typedForms.get(key);
  typedForms.delete(key);
  return typed?.userId === userId ? typed.values : null;
}

export function forgetTypedForms(): void {
  typedForms.clear();
}
