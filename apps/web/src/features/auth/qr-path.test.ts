import { expect, test } from 'vitest';
import { qrPath } from './qr-path.ts';

const { path, size } = qrPath('otpauth://totp/Coverlight:robin%40harbor.test?secret=JBSWY3DPEHPK3PXP&issuer=Coverlight');
const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map((cell) => `${cell[1]},${cell[2]}`));

test('a quiet zone of four modules surrounds the code', () => {
  const inside = (value: number) => value >= 4 && value < size - 4;

  expect([...dark].every((cell) => cell.split(',').map(Number).every(inside))).toBe(true);
});

test.each([
  ['top left', 4, 4],
  ['top right', size - 11, 4],
  ['bottom left', 4, size - 11],
])('the finder pattern stands %s', (_corner, left, top) => {
  const row = (y: number) => Array.from({ length: 7 }, (_unused, x) => (dark.has(`${left + x},${top + y}`) ? '#' : '.')).join('');

  expect(Array.from({ length: 7 }, (_unused, y) => row(y))).toEqual([
    '#######',
    '#.....#',
    '#.###.#',
    '#.###.#',
    '#.###.#',
    '#.....#',
    '#######',
  ]);
});
