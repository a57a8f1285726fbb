/** The facts of one level of care: a value with where it was said, or why there is none. */
import type { Benefit } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { AuthorizationCell, CareCell } from '@coverlight/domain/inquiries/coverage/care-cells.ts';
import type { SaidFor } from '@coverlight/domain/inquiries/coverage/care-services.ts';
import { costWords, NOT_ASKED, notCoveredWords, refusalTexts, serviceWords } from '@coverlight/domain/inquiries/coverage/care-words.ts';
import { authorizationWords } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import type { ReactNode } from 'react';
import { NotStated } from '#ui/money.tsx';
import { BenefitAmount } from './benefit-table.tsx';
import { FilteredAway } from './filtered-away.tsx';
import classes from './care-details.module.css';
import { SourceButton } from './line-source.tsx';
import { PayerText, PayerWords } from './payer-text.tsx';

/** More than these would hide the overview that the table is for; all of them are under Benefits. */
const SHOWN_COSTS = 4;

interface CellProps<Line> {
  cell: CareCell<Line>;
  level: string;
}

export function Filled({ cell, level, children }: CellProps<unknown> & { children: ReactNode }) {
  return cell.lines.length > 0 ? children : <EmptyCell cell={cell} level={level} />;
}

/** A cell without a value says why. */
export function EmptyCell({ cell, level }: CellProps<unknown>) {
  if (cell.company !== null) {
    return (
      <span className={classes.elsewhere}>
        handled by <PayerWords isClamped>{cell.company}</PayerWords>, ask there
      </span>
    );
  }
  if (cell.state === 'not-covered') return <NotCovered cell={cell} level={level} />;
  if (cell.state === 'filtered') return <FilteredAway />;
  return cell.state === 'not-asked' ? <span className={classes.silentWords}>{NOT_ASKED}</span> : <NotStated />;
}

export function NotCovered({ cell, level }: CellProps<unknown>) {
  const words = notCoveredWords(cell);
  return (
    <>
      <SourceButton label={`${words}, ${level}`} service={cell.saidFor ? serviceWords(cell.saidFor) : level} lines={cell.refusals}>
        <strong className={classes.refusal}>{words}</strong>
      </SourceButton>
      {cell.saidFor && <SaidWords saidFor={cell.saidFor} />}
      {refusalTexts(cell).map((text) => (
        <span key={text} className={classes.note}>
          <PayerText text={text} quoted />
        </span>
      ))}
    </>
  );
}

export function Authorization({ cell }: { cell: AuthorizationCell }) {
  const { required, unknown, saidFor, notes, alsoRequired } = cell;
  return (
    <>
      {authorizationWords({ auth_required: required, auth_required_unknown: unknown }) ?? <NotStated />}
      {saidFor && <SaidWords saidFor={saidFor} />}
      {alsoRequired.map((service) => (
        <span key={service.words} className={classes.said}>
          <PayerWords isClamped>{`but required, ${service.words}`}</PayerWords>
        </span>
      ))}
      {notes.map((note) => (
        <span key={note} className={classes.note}>
          <PayerText text={note} quoted />
        </span>
      ))}
    </>
  );
}

export function Costs({ cell, level, insuranceType }: CellProps<Benefit> & { insuranceType: string | null }) {
  const { lines, saidFor } = cell;
  const more = lines.length - SHOWN_COSTS;
  return (
    <>
      {lines.slice(0, SHOWN_COSTS).map((benefit) => (
        <div key={benefit.line_ids.join()} className={classes.cost}>
          <BenefitAmount line={benefit} service={saidFor ? serviceWords(saidFor) : level} />
          <CostWords benefit={benefit} insuranceType={insuranceType} />
          {saidFor && <SaidWords saidFor={saidFor} />}
        </div>
      ))}
      {more > 0 && <span className={classes.said}>{`and ${more} more, under Benefits`}</span>}
    </>
  );
}

/** What tells several amounts of one cell apart. */
function CostWords({ benefit, insuranceType }: { benefit: Benefit; insuranceType: string | null }) {
  const words = costWords(benefit, insuranceType);
  if (words.length === 0) return null;
  return (
    <span className={classes.said}>
      <PayerWords isClamped>{words.join(', ')}</PayerWords>
    </span>
  );
}

export function SaidWords({ saidFor }: { saidFor: SaidFor }) {
  return (
    <span className={classes.said}>
      <PayerWords isClamped>{saidFor.words}</PayerWords>
    </span>
  );
}
