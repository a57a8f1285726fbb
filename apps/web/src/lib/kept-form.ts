/**
 * A form that is being filled in, over a reload of the same tab (docs/product.md 2.8). What stands in the browser's storage is ciphertext;
 * its key is asked of the server each time, which gives it only while the same session lasts.
 */
import { onUserChanged } from './session.ts';

const PLACE = 'coverlight.form';
const encoder = new TextEncoder();

interface Kept {
  path: string;
  iv: string;
  text: string;
}

const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0);

function kept(path: string): Kept | null {
  try {
    const one = JSON.parse(sessionStorage.getItem(PLACE) ?? 'null') as Kept | null;
    return one?.path === path ? one : null;
  } catch {
    return null;
  }
}

/** Browsers encrypt on safe connections only; without, nothing is kept. */
export const canKeepForms = (): boolean => (globalThis.crypto as Crypto | undefined)?.subtle !== undefined;

export const hasKeptForm = (path: string): boolean => canKeepForms() && kept(path) !== null;

export function dropKeptForm(): void {
  sessionStorage.removeItem(PLACE);
}

onUserChanged(dropKeptForm);

export async function importFormKey(base64: string): Promise<CryptoKey> {
  return await crypto.subtle.importKey('raw', fromBase64(base64), 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** `path` names the form, and `isWanted` is asked at the end: what was dropped meanwhile is not put back. */
export async function keepForm(path: string, values: unknown, key: CryptoKey, isWanted: () => boolean): Promise<void> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const algorithm = { name: 'AES-GCM', iv, additionalData: encoder.encode(path) };
  const text = await crypto.subtle.encrypt(algorithm, key, encoder.encode(JSON.stringify(values)));
  if (!isWanted()) return;
  const one: Kept = { path, iv: toBase64(iv), text: toBase64(new Uint8Array(text)) };
  sessionStorage.setItem(PLACE, JSON.stringify(one));
}

/** Null where nothing is kept of this form, or under another key: then it is of a session that has ended, and goes. */
export async function readKeptForm(path: string, key: CryptoKey): Promise<unknown> {
  const one = kept(path);
  if (one === null) return null;
  try {
    const algorithm = { name: 'AES-GCM', iv: fromBase64(one.iv), additionalData: encoder.encode(path) };
    return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, fromBase64(one.text))));
  } catch {
    dropKeptForm();
    return null;
  }
}
