import { expect, test } from 'vitest';
import { ApiFailure } from './api.ts';
import { placeErrors, UNKNOWN_ERROR } from './form-errors.ts';

test('words of fields go under them, NOFIELD and unknown keys into the banner', () => {
  const error = new ApiFailure(422, { email: ['Taken.', 'Sorry.'], NOFIELD: ['No.'], other: ['Else.'] });

  expect(placeErrors(error, ['email'], UNKNOWN_ERROR)).toEqual({ fields: { email: 'Taken. Sorry.' }, banner: 'No. Else.' });
});

test.each([new ApiFailure(422, {}), new ApiFailure(422, { email: [] }), new Error('bug')])(
  'without words the fallback is said',
  (error) => {
    expect(placeErrors(error, ['email'], UNKNOWN_ERROR)).toEqual({ fields: {}, banner: 'An unknown error occured. Please try again.' });
  },
);
