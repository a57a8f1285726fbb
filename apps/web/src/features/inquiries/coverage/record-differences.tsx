import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { recordWarnings } from '@coverlight/domain/inquiries/record-warnings.ts';
import { PayerWords } from './payer-text.tsx';
import classes from './record-differences.module.css';

/** Where what was typed differs from what the payer has on file (docs/product.md 2.9); part of the warning that says so. */
export function RecordDifferences({ inquiry: { coverage, submission } }: { inquiry: Inquiry }) {
  const differences = coverage === null ? [] : recordWarnings(submission, coverage);
  if (differences.length === 0) return null;
  return (
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
  );
}
