import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { Text } from '@mantine/core';
import classes from './auxiliary-lists.module.css';
import { PayerText, PayerWords } from './payer-text.tsx';

/** What no other place of the page fits, kept and shown as sent (docs/product.md 2.9). */
export function AlsoSaid({ lines }: { lines: Coverage['also_said'] }) {
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <li key={line.line_id}>
          <Text span size="sm" fw={600}>
            <PayerWords>{line.label}</PayerWords>
          </Text>
          {line.texts.map((text) => (
            <PayerText key={text} text={text} />
          ))}
        </li>
      ))}
    </ul>
  );
}
