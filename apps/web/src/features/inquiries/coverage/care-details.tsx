/** A line of the level-of-care grid opened: every fact with all its lines, in both networks, and what it leaves out. */
import type { Benefit, StatusDetail } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { CareCell, CareSide } from '@coverlight/domain/inquiries/coverage/care-cells.ts';
import { careLimits, exceptionWords, serviceLimits, serviceWords } from '@coverlight/domain/inquiries/coverage/care-words.ts';
import type { CareRow } from '@coverlight/domain/inquiries/coverage/level-of-care.ts';
import { lineTexts, PAYMENT_LABELS } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { GroupStatus } from './benefit-group.tsx';
import { Authorization, Costs, EmptyCell, Filled, NotCovered, SaidWords } from './care-cells.tsx';
import classes from './care-details.module.css';
import { CareLimits } from './care-limits.tsx';
import { SourceButton } from './line-source.tsx';
import { PayerText, PayerWords } from './payer-text.tsx';

const COSTS = ['coPayment', 'coInsurance', 'deductibles', 'outOfPocket'] as const;
const CELL_OF = { coPayment: 'copay', coInsurance: 'coinsurance', deductibles: 'deductible', outOfPocket: 'outOfPocket' } as const;

interface CareDetailsProps {
  row: CareRow;
  sides: readonly { key: 'in' | 'out'; label: string }[];
  insuranceType: string | null;
}

export function CareDetails({ row, sides, insuranceType }: CareDetailsProps) {
  const own = serviceLimits(row);
  const limits = careLimits(row);
  return (
    <div className={classes.details}>
      {sides.map(({ key, label }) => (
        <Side key={key} side={row[key]} label={label} level={row.level.name} insuranceType={insuranceType} />
      ))}
      {own.length + limits.length > 0 && (
        <div className={classes.wide}>
          <h3>Limits</h3>
          <CareLimits own={own} lines={limits} />
        </div>
      )}
      <p className={classes.ours}>Which service stands for which level is our suggestion; the payer’s own words are under All services.</p>
      {row.exceptions.length > 0 && (
        <div className={classes.wide}>
          <h3>Not covered or excluded beside that</h3>
          {row.exceptions.map((exception) => (
            <p key={exception.line.line_ids.join()} className={classes.exception}>
              <SourceButton label={exceptionWords(exception)} service={serviceWords(exception.saidFor)} lines={[exception.line]}>
                <PayerWords>{exceptionWords(exception)}</PayerWords>
              </SourceButton>
              {lineTexts(exception.line).map((text) => (
                <PayerText key={text} text={text} quoted />
              ))}
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

interface SideProps {
  side: CareSide;
  label: string;
  level: string;
  insuranceType: string | null;
}

function Side({ side, label, level, insuranceType }: SideProps) {
  return (
    <div>
      <h3>{label}</h3>
      <dl className={classes.facts}>
        <dt>Covered</dt>
        <dd>
          <Covered cell={side.covered} level={level} />
        </dd>
        {COSTS.map((payment) => (
          <Cost key={payment} cell={side[CELL_OF[payment]]} name={PAYMENT_LABELS[payment]} level={level} insuranceType={insuranceType} />
        ))}
        <dt>Authorization</dt>
        <dd>
          <Filled cell={side.authorization} level={level}>
            <Authorization cell={side.authorization} />
          </Filled>
        </dd>
      </dl>
    </div>
  );
}

function Covered({ cell, level }: { cell: CareCell<StatusDetail>; level: string }) {
  return (
    <>
      {cell.refusals.length > 0 && <NotCovered cell={cell} level={level} />}
      {cell.lines.map((line) => (
        <GroupStatus key={line.line_ids.join()} status={line.status} code={line.status_code} />
      ))}
      {cell.lines.length > 0 && cell.refusals.length === 0 && cell.saidFor && <SaidWords saidFor={cell.saidFor} />}
      {cell.lines.length + cell.refusals.length === 0 && <EmptyCell cell={cell} level={level} />}
    </>
  );
}

/** The limits of the plan stand at the head of the answer, with all that is left of them. */
const isStandingAbove = ({ state }: CareCell<Benefit>, name: string) =>
  state === 'said-for-plan' && (name === PAYMENT_LABELS.deductibles || name === PAYMENT_LABELS.outOfPocket);

function Cost({
  cell,
  name,
  level,
  insuranceType,
}: {
  cell: CareCell<Benefit>;
  name: string;
  level: string;
  insuranceType: string | null;
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {isStandingAbove(cell, name) ? (
          'as of the plan, see above'
        ) : (
          <Filled cell={cell} level={level}>
            <Costs cell={cell} level={level} insuranceType={insuranceType} />
          </Filled>
        )}
      </dd>
    </>
  );
}
