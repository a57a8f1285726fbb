/** What is limited at a level of care: amounts of its own, and the limitations that the payer sent. */
import type { AuxiliaryBenefit, Benefit } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { NOT_STATED } from '@coverlight/domain/inquiries/coverage/amounts.ts';
import type { Shown } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import type { CareRow } from '@coverlight/domain/inquiries/coverage/level-of-care.ts';
import { lineAmounts, lineConditions, lineTexts, lineTitle } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { auxiliaryWords } from './auxiliary-words.ts';
import classes from './level-of-care-table.module.css';
import { SourceButton } from './line-source.tsx';
import { PayerText, PayerWords } from './payer-text.tsx';

/** Limitations that the payer sent for the services of this level. */
export function limitsOf(row: CareRow, shown: Shown): { service: string; line: AuxiliaryBenefit }[] {
  const groups = shown.groups.filter((group) => group.code !== null && row.level.serviceTypes.includes(group.code));
  return groups.flatMap((group) => (group.auxilary.limitations ?? []).map((line) => ({ service: group.name, line })));
}

/** Deductibles and limits said for the services of this level themselves; those of the plan stand in their own table. */
export function ownLimitsOf(row: CareRow): Benefit[] {
  const lines = [row.in, row.out].flatMap((side) => [side.deductible, side.outOfPocket]).flatMap((limit) => Object.values(limit).flat());
  return [...new Set(lines.filter(({ saidFor }) => !saidFor.isPlanLevel).map(({ benefit }) => benefit))];
}

interface CareLimitsProps {
  own: readonly Benefit[];
  lines: readonly { service: string; line: AuxiliaryBenefit }[];
  service: string;
}

export function CareLimits({ own, lines, service }: CareLimitsProps) {
  return (
    <ul className={classes.limits}>
      {own.map((line) => (
        <li key={line.line_ids.join()}>
          <SourceButton label={`${lineTitle(line)} of ${service}`} service={service} lines={[line]}>
            <PayerWords>{ownLimitWords(line)}</PayerWords>
          </SourceButton>
        </li>
      ))}
      {lines.map(({ service: saidFor, line }) => (
        <li key={line.line_ids.join()}>
          <SourceButton label={`Limit of ${saidFor}`} service={saidFor} lines={[line]}>
            <PayerWords>{limitWords(saidFor, line)}</PayerWords>
          </SourceButton>
          {lineTexts(line).map((text) => (
            <PayerText key={text} text={text} />
          ))}
        </li>
      ))}
    </ul>
  );
}

function ownLimitWords(line: Benefit): string {
  const amounts = lineAmounts(line).map(({ label, value }) => `${label.toLowerCase()} ${value ?? NOT_STATED}`);
  return [`${lineTitle(line)}: ${amounts.join(', ')}`, line.network, line.level].filter((part) => part !== null).join(' · ');
}

function limitWords(service: string, line: AuxiliaryBenefit): string {
  const conditions = lineConditions(line).filter(({ kind }) => kind !== 'quantity');
  return [`${service}: ${auxiliaryWords(line)}`, ...conditions.map(({ value }) => value), line.network, line.level]
    .filter((part) => part !== null)
    .join(' · ');
}
