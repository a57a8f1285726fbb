import { encode } from 'uqr';

/** Modules of quiet zone that readers need around the code. */
const QUIET_ZONE = 4;

/** The dark modules as a path in a square of `size` units. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { path, size };
}
