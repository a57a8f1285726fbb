import { randomBytes } from 'node:crypto';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `prefix_` and random letters and digits, as long as the API's own. */
export function newId(prefix: string, length = 24): string {
  let id = '';
  while (id.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte: without the cut the first letters would come up more often.
      if (byte < 248 && id.length < length) id += letters[byte % 62];
    }
  }
  return `${prefix}_${id}`;
}
