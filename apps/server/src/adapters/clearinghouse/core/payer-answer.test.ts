/** The X12 package imports nothing, so its answer has a shape of its own. It must be the domain's. */
import type { PayerAnswer } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import type { PayerAnswer as X12Answer } from '@coverlight/x12/payer-answer.ts';
import { expectTypeOf, test } from 'vitest';

test('the answer of the X12 package has the shape of the domain’s', () => {
  expectTypeOf<X12Answer>().toEqualTypeOf<PayerAnswer>();
});
