import { Text } from '@mantine/core';
import type { PayerExpectation } from '@coverlight/contract/payers/payer.schema.ts';
import { useState } from 'react';
import { expectationText } from './expectation-words.ts';

/** What to expect of the chosen payer; nothing while that is not known. */
export function PayerNote({ payerName, expectation }: { payerName: string | null; expectation: PayerExpectation | undefined }) {
  const [now] = useState(() => new Date());
  const text = payerName !== null && expectation ? expectationText(payerName, expectation, now) : null;
  // It stands before there is something to say, or a screen reader would not tell it.
  return (
    <Text role="status" size="sm" c={expectation?.silent_since ? undefined : 'dimmed'} fw={expectation?.silent_since ? 600 : undefined}>
      {text}
    </Text>
  );
}
