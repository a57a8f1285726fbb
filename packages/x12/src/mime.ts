/** Multipart bodies (RFC 2046), kept as one character a byte until a part's content is asked for. */
import { decodeBytes, encodeText } from './text.ts';

export interface MimePart {
  /** Names in lower case. */
  headers: ReadonlyMap<string, string>;
  content: Uint8Array;
}

const MAX_PARTS = 100;

function parameterOf(header: string, name: string): string | null {
  const match = new RegExp(`(?:^|[;\\s])${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(header);
  return match?.[1] ?? match?.[2] ?? null;
}

/** The boundary that the content type names, else the one that the body begins with. */
function boundaryOf(body: string, contentType: string): string | null {
  const named = parameterOf(contentType, 'boundary');
  if (named !== null && body.includes(`--${named}`)) return named;
  return /(?:^|\r?\n)--([^\r\n]{1,100}?)[ \t]*\r?\n(?=[A-Za-z-]+[ \t]*:)/.exec(body.slice(0, 5000))?.[1] ?? null;
}

function headersOf(sent: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of sent.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const at = line.indexOf(':');
    if (at > 0) headers.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim());
  }
  return headers;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Null where the text is no base64. */
export function decodeBase64(text: string): Uint8Array | null {
  const sent = text.replaceAll(/\s/g, '').replace(/={0,2}$/, '');
  if (/[^A-Za-z0-9+/]/.test(sent) || sent.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((sent.length * 3) / 4));
  let bits = 0;
  let value = 0;
  let at = 0;
  for (const character of sent) {
    value = ((value << 6) | ALPHABET.indexOf(character)) & 0xff_ff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at] = (value >> bits) & 0xff;
    at += 1;
  }
  return bytes;
}

function decodeQuoted(text: string): Uint8Array {
  const plain = text
    .replaceAll(/=[ \t]*\r?\n/g, '')
    .replaceAll(/=([\da-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return encodeText(plain, 'latin1');
}

function contentOf(headers: ReadonlyMap<string, string>, sent: string): Uint8Array {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? '';
  if (encoding === 'base64') return decodeBase64(sent) ?? encodeText(sent, 'latin1');
  return encoding === 'quoted-printable' ? decodeQuoted(sent) : encodeText(sent, 'latin1');
}

/** Null where the body has no parts. `isComplete` is false where the last boundary is missing. */
export function readMime(body: string, contentType: string): { parts: MimePart[]; isComplete: boolean } | null {
  const boundary = boundaryOf(body, contentType);
  if (boundary === null) return null;
  const pieces = `\r\n${body}`.split(`\n--${boundary}`);
  const inner = pieces.slice(1, MAX_PARTS + 1).filter((piece) => !piece.startsWith('--'));
  const parts = inner.map((piece) => {
    const start = piece.indexOf('\n') + 1;
    const sent = piece.slice(start).replace(/\r$/, '');
    const split = /^\r?\n|\r?\n\r?\n/.exec(sent);
    const headers = headersOf(split === null ? sent : sent.slice(0, split.index));
    return { headers, content: contentOf(headers, split === null ? '' : sent.slice(split.index + split[0].length)) };
  });
  return { parts, isComplete: pieces.slice(1).some((piece) => piece.startsWith('--')) };
}

/** The name of a part of a form; null where it has none. */
export const nameOfPart = ({ headers }: MimePart): string | null => parameterOf(headers.get('content-disposition') ?? '', 'name');

export const textOfPart = ({ content }: MimePart): string => decodeBytes(content).text;
