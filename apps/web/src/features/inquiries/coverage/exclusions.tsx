import type { AuxiliaryBenefit, BenefitGroup } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { lineTexts, lineTitle } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import classes from './auxiliary-lists.module.css';
import { auxiliaryWords } from './auxiliary-words.ts';
import { SourceButton } from './line-source.tsx';
import { PayerText, PayerWords } from './payer-text.tsx';

export interface Exclusion {
  service: string;
  line: AuxiliaryBenefit;
}

/** What the plan does not pay for, of every service that shows. */
export const exclusionsOf = (groups: readonly BenefitGroup[]): Exclusion[] =>
  groups.flatMap(({ name, auxilary }) =>
    [...(auxilary.nonCovered ?? []), ...(auxilary.exclusions ?? [])].map((line) => ({ service: name, line })),
  );

export function Exclusions({ exclusions }: { exclusions: readonly Exclusion[] }) {
  return (
    <ul className={classes.lines}>
      {exclusions.map(({ service, line }) => {
        const words = [
          `${lineTitle(line)}, ${service}`,
          auxiliaryWords(line),
          line.network_code === 'noNetwork' ? null : line.network,
          line.level,
        ];
        const label = words.filter((part) => part !== null && part !== '').join(' · ');
        return (
          <li key={`${service} ${line.line_ids.join()}`}>
            <SourceButton label={label} service={service} lines={[line]}>
              <PayerWords>{label}</PayerWords>
            </SourceButton>
            {lineTexts(line).map((text) => (
              <PayerText key={text} text={text} quoted />
            ))}
          </li>
        );
      })}
    </ul>
  );
}
