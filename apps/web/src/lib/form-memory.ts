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

/** Null when nothing of this person is kept under the key. */
export function typedForm(key: string, userId: string): unknown {
  const typed = typedForms.get(key);
  return typed?.userId === userId ? typed.values : null;
}

export function forgetTypedForm(key: string): void {
  typedForms.delete(key);
}

export function forgetTypedForms(): void {
  typedForms.clear();
}
