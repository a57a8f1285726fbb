import { NotStated } from '#ui/money.tsx';
import classes from './fact-list.module.css';
import type { LabelledFact } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { PayerText, PayerWords } from './payer-text.tsx';

/** Labels beside values; a missing value reads "not stated". `columns` spreads them over the width. */
export function FactList({ facts, columns = false }: { facts: readonly LabelledFact[]; columns?: boolean }) {
  return (
    <dl className={columns ? classes.columns : classes.facts}>
      {facts.map(({ label, value }, index) => (
        // A payer may send one label twice.
        <div key={`${label} ${index}`}>
          <dt>
            <PayerWords>{label}</PayerWords>
          </dt>
          <dd>{value === null ? <NotStated /> : <PayerText text={value} />}</dd>
        </div>
      ))}
    </dl>
  );
}
