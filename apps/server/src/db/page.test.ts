import { expect, test } from 'vitest';
import { readFromNearerEnd } from './page.ts';

/** A list of `total` rows as a database reads it; `skipped` is what that took. */
async function readPage(total: number, offset: number, limit = 15) {
  const rows = Array.from({ length: total }, (_, n) => n);
  let skipped = 0;
  const page = await readFromNearerEnd(
    { offset, limit },
    async () => await Promise.resolve(total),
    async (reach, isReversed) => {
      skipped = reach.offset;
      const ordered = isReversed ? rows.toReversed() : rows;
      return await Promise.resolve(ordered.slice(reach.offset, reach.offset + reach.limit));
    },
  );
  return { page, expected: rows.slice(offset, offset + limit), skipped };
}

test.each([0, 15, 985, 1000, 1005, 1015, 1990, 2000, 2010, 2025, 3000, 4005, 4013, 4014, 4020, 9000])(
  'a page from row %i on holds the same rows from whichever end it is read',
  async (offset) => {
    const { page, expected } = await readPage(4014, offset);

    expect(page).toEqual(expected);
  },
);

test('the last page of a long list skips no more than the first, and none more than half', async () => {
  const skipped = [];
  for (const offset of [0, 99_990, 50_000, 50_010, 70_000]) skipped.push((await readPage(100_000, offset, 10)).skipped);

  expect(skipped).toEqual([0, 0, 49_990, 49_980, 29_990]);
});

test('whoever reads the beginning of a list need not know its length', async () => {
  const page = await readFromNearerEnd(
    { offset: 30, limit: 2 },
    async () => await Promise.reject(new Error('counted')),
    async () => await Promise.resolve(['a row']),
  );

  expect(page).toEqual(['a row']);
});
