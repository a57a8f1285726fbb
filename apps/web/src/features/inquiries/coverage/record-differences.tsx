import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { recordWarnings } from '@coverlight/domain/inquiries/record-warnings.ts';
import { Text, Title } from '@mantine/core';
import { PayerText, PayerWords } from './payer-text.tsx';
import classes from './record-differences.module.css';

/** Where what was typed differs from what the payer has on file (docs/product.md 2.9). */
export function RecordDifferences({ inquiry }: { inquiry: Inquiry }) {
  const { coverage, submission, warnings } = inquiry;
  const differences = coverage === null ? [] : recordWarnings(submission, coverage);
  const said = warnings.filter((warning) => warning.kind === 'records-differ').flatMap((warning) => warning.payer_words);
  if (differences.length === 0 && said.length === 0) return null;
  return (
    <section className={classes.differences}>
      <Title order={2}>Update your records</Title>
      {said.map((text) => (
        <PayerText key={text} text={text} quoted />
      ))}
      {differences.length > 0 && (
        <table className={classes.table}>
          <caption className="visually-hidden">Where your record differs from the payer’s</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">You entered</th>
              <th scope="col">The payer has</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ field, label, entered, returned }) => (
              <tr key={field}>
                <th scope="row">{label}</th>
                <td>
                  <PayerWords>{entered}</PayerWords>
                </td>
                <td className={classes.returned}>
                  <PayerWords>{returned}</PayerWords>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Text size="xs" c="dimmed">
        The next check goes smoother with the payer’s spelling.
      </Text>
    </section>
  );
}
