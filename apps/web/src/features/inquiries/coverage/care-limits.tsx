/** What is limited at a level of care: amounts of its own, and the limitations that the payer sent. */
import type { AuxiliaryBenefit, Benefit } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { NOT_STATED } from '@coverlight/domain/inquiries/coverage/amounts.ts';
import { lineAmounts, lineConditions, lineTexts, lineTitle } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { auxiliaryWords } from './auxiliary-words.ts';
import classes from './care-details.module.css';
import { SourceButton } from './line-source.tsx';
import { PayerText, PayerWords } from './payer-text.tsx';

interface CareLimitsProps {
  /** Deductibles and out-of-pocket limits of the services themselves. */
  own: readonly { service: string; line: Benefit }[];
  lines: readonly { service: string; line: AuxiliaryBenefit }[];
}

export function CareLimits({ own, lines }: CareLimitsProps) {
  return (
    <ul className={classes.limits}>
      {own.map(({ service, line }) => (
        <li key={line.line_ids.join()}>
          <SourceButton label={ownLimitWords(service, line)} service={service} lines={[line]}>
            <PayerWords>{ownLimitWords(service, line)}</PayerWords>
          </SourceButton>
        </li>
      ))}
      {lines.map(({ service, line }) => (
        <li key={line.line_ids.join()}>
          <SourceButton label={limitWords(service, line)} service={service} lines={[line]}>
            <PayerWords>{limitWords(service, line)}</PayerWords>
          </SourceButton>
          {lineTexts(line).map((text) => (
            <PayerText key={text} text={text} />
          ))}
        </li>
      ))}
    </ul>
  );
}

function ownLimitWords(service: string, line: Benefit): string {
  const amounts = lineAmounts(line).map(({ label, value }) => `${label.toLowerCase()} ${value ?? NOT_STATED}`);
  return [`${service}: ${lineTitle(line)} ${amounts.join(', ')}`, line.network, line.level].filter((part) => part !== null).join(' · ');
}

function limitWords(service: string, line: AuxiliaryBenefit): string {
  const conditions = lineConditions(line).filter(({ kind }) => kind !== 'quantity');
  return [`${service}: ${auxiliaryWords(line)}`, ...conditions.map(({ value }) => value), line.network, line.level]
    .filter((part) => part !== null)
    .join(' · ');
}
