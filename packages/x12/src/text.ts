/** Bytes to characters and back without loss: UTF-8 where it is valid, UTF-16 where its mark says so, else one character a byte. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1';

// The runtime's own; typed here since this package is built for no runtime in particular.
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean; ignoreBOM: boolean },
) => { decode: (bytes: Uint8Array) => string };
declare const TextEncoder: new () => { encode: (text: string) => Uint8Array };

function decodeAs(encoding: Exclude<Encoding, 'latin1'>, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const CHUNK = 8192;

function decodeLatin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return text;
}

function markOf(bytes: Uint8Array): Exclude<Encoding, 'latin1'> {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

export function decodeBytes(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const marked = markOf(bytes);
  const text = decodeAs(marked, bytes);
  return text === null ? { text: decodeLatin1(bytes), encoding: 'latin1' } : { text, encoding: marked };
}

/** The bytes that `decodeBytes` read. */
export function encodeText(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding === 'latin1') return Uint8Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const bytes = new Uint8Array(text.length * 2);
  const high = encoding === 'utf-16be' ? 0 : 1;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    bytes[at * 2 + high] = unit >> 8;
    bytes[at * 2 + 1 - high] = unit & 0xff;
  }
  return bytes;
}
