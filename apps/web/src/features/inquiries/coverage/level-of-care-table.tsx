import type { Benefit, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Shown } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import {
  type CareRow,
  type CareSide,
  type CostLine,
  levelsOfCare,
  type SaidFor,
} from '@coverlight/domain/inquiries/coverage/level-of-care.ts';
import { Text, Title } from '@mantine/core';
import { NotStated } from '#ui/money.tsx';
import { GroupStatus } from './benefit-group.tsx';
import { BenefitAmount } from './benefit-table.tsx';
import { COLUMN_LABELS } from './benefit-rows.ts';
import { CareLimits, limitsOf, ownLimitsOf } from './care-limits.tsx';
import { FilteredAway } from './filtered-away.tsx';
import classes from './level-of-care-table.module.css';
import overview from './overview-table.module.css';
import { authorizationWords } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { PayerText, PayerWords } from './payer-text.tsx';

const SIDES = [
  { key: 'in', network: 'inNetwork', label: COLUMN_LABELS.inNetwork },
  { key: 'out', network: 'outOfNetwork', label: COLUMN_LABELS.outOfNetwork },
] as const;
const COLUMNS = ['Co-payment', 'Co-insurance', 'Authorization'] as const;

/** More than these would hide the overview that the table is for; all of them are under Benefits. */
const SHOWN_COSTS = 4;

/** What each level of care costs, in network beside out of network; the payer's own wording stands below it. */
export function LevelOfCareTable({ plan, shown }: { plan: Plan; shown: Shown }) {
  const sides = SIDES.filter(({ network }) => shown.hasNetwork(network));
  return (
    <section className={classes.levels}>
      <Title order={2}>Levels of care</Title>
      {sides.length === 0 ? <FilteredAway /> : <CareTable plan={plan} shown={shown} sides={sides} />}
    </section>
  );
}

interface CareTableProps {
  plan: Plan;
  shown: Shown;
  sides: readonly (typeof SIDES)[number][];
}

function CareTable({ plan, shown, sides }: CareTableProps) {
  return (
    <>
      <table className={`${overview.table} ${classes.table}`}>
        <caption className="visually-hidden">Co-payment, co-insurance and authorization by level of care and network</caption>
        <thead>
          <tr>
            <th rowSpan={2} scope="col" className={overview.corner}>
              Level
            </th>
            {sides.map(({ key, label }) => (
              <th key={key} scope="colgroup" colSpan={3} className={`${overview.network} ${classes.network}`}>
                {label}
              </th>
            ))}
          </tr>
          <tr>
            {sides.flatMap(({ key }) =>
              COLUMNS.map((column) => (
                <th key={`${key} ${column}`} scope="col">
                  {column}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {levelsOfCare(plan).map((row) => (
            <CareRows key={row.level.key} row={row} plan={plan} shown={shown} sides={sides} />
          ))}
        </tbody>
      </table>
      <Text size="xs" c="dimmed" mt={6}>
        Which service stands for which level is our suggestion; the payer’s own words are under Benefits. No authorization stated does not
        mean that none is required.
      </Text>
    </>
  );
}

function CareRows({ row, plan, shown, sides }: CareTableProps & { row: CareRow }) {
  const said = saidOnce(row);
  const own = ownLimitsOf(row).filter((line) => shown.hasLine(line));
  const limits = limitsOf(row, shown);
  const hasLimits = own.length + limits.length > 0;
  return (
    <>
      <tr>
        <th scope="row" rowSpan={hasLimits ? 2 : 1}>
          {row.level.name}
          {said && <SaidWords saidFor={said} />}
          {row.status && shown.hasService(row.status.saidFor.code) && (
            <span className={classes.status}>
              <GroupStatus status={row.status.words} code={row.status.code} />
            </span>
          )}
          {row.notCovered
            .filter(({ code }) => shown.hasService(code))
            .map((service) => (
              <span key={service.words} className={classes.notCovered}>{`Not covered or excluded in part: ${serviceWords(service)}`}</span>
            ))}
        </th>
        {isSilent(row) ? (
          <td
            colSpan={3 * sides.length}
            className={classes.silent}
            data-label={sides.length === 1 ? sides[0]?.label : 'In and out of network'}
          >
            <NotStated />
            <span className={classes.silentWords}>, neither costs nor authorization</span>
          </td>
        ) : (
          sides.map(({ key, label }) => (
            <SideCells
              key={key}
              side={row[key]}
              label={label}
              level={row.level.name}
              said={said}
              insuranceType={plan.insurance_type}
              shown={shown}
            />
          ))
        )}
      </tr>
      {hasLimits && (
        <tr className={classes.limitRow}>
          <td colSpan={3 * sides.length} data-label="Limits">
            <CareLimits own={own} lines={limits} service={row.level.name} />
          </td>
        </tr>
      )}
    </>
  );
}

interface SideCellsProps {
  side: CareSide;
  label: string;
  level: string;
  said: SaidFor | null;
  /** The plan's: a line of another one says so, as those of Medicare's parts. */
  insuranceType: string | null;
  shown: Shown;
}

function SideCells({ side, label, level, said, insuranceType, shown }: SideCellsProps) {
  const costs = { said, level, insuranceType, shown };
  return (
    <>
      <td data-label={`${label}: co-payment`}>
        <Costs lines={side.copay} {...costs} />
      </td>
      <td data-label={`${label}: co-insurance`}>
        <Costs lines={side.coinsurance} {...costs} />
      </td>
      <td data-label={`${label}: authorization`}>
        <Authorization said={said} shown={shown} authorization={side.authorization} />
      </td>
    </>
  );
}

function Authorization(props: Pick<SideCellsProps, 'said' | 'shown'> & Pick<CareSide, 'authorization'>) {
  const { required, unknown, saidFor, notes } = props.authorization;
  if (saidFor !== null && !props.shown.hasService(saidFor.code)) return <FilteredAway />;
  return (
    <>
      {authorizationWords({ auth_required: required, auth_required_unknown: unknown }) ?? <NotStated />}
      {saidFor && saidFor.words !== props.said?.words && <SaidWords saidFor={saidFor} />}
      {notes.map((note) => (
        <span key={note} className={classes.note}>
          <PayerText text={note} quoted />
        </span>
      ))}
    </>
  );
}

type CostsProps = { lines: readonly CostLine[] } & Pick<SideCellsProps, 'said' | 'level' | 'insuranceType' | 'shown'>;

function Costs({ lines, said, level, insuranceType, shown }: CostsProps) {
  if (lines.length === 0) return <NotStated />;
  const kept = lines.filter(({ benefit }) => shown.hasLine(benefit));
  if (kept.length === 0) return <FilteredAway />;
  const more = kept.length - SHOWN_COSTS;
  return (
    <>
      {kept.slice(0, SHOWN_COSTS).map(({ benefit, saidFor }) => (
        <div key={benefit.line_ids.join()} className={classes.cost}>
          <BenefitAmount line={benefit} service={level} />
          <CostWords benefit={benefit} insuranceType={insuranceType} />
          {saidFor.words !== said?.words && <SaidWords saidFor={saidFor} />}
        </div>
      ))}
      {more > 0 && <span className={classes.said}>{`and ${more} more, under Benefits`}</span>}
    </>
  );
}

/** What tells several amounts of one cell apart. */
function CostWords({ benefit, insuranceType }: { benefit: Benefit; insuranceType: string | null }) {
  const words = [
    benefit.network_code === 'noNetwork' ? benefit.network.toLowerCase() : null,
    benefit.level,
    benefit.insurance_type === insuranceType ? null : benefit.insurance_type,
    benefit.description,
    benefit.place_of_service,
  ].filter((part) => part !== null);
  if (words.length === 0) return null;
  return (
    <span className={classes.said}>
      <PayerWords isClamped>{words.join(', ')}</PayerWords>
    </span>
  );
}

const serviceWords = ({ words }: SaidFor) => words.replace(/^said for /, '');

function SaidWords({ saidFor }: { saidFor: SaidFor }) {
  return (
    <span className={classes.said}>
      <PayerWords isClamped>{saidFor.words}</PayerWords>
    </span>
  );
}

const costsOf = (row: CareRow) => SIDES.flatMap(({ key }) => [...row[key].copay, ...row[key].coinsurance]);

/** The one service that all of a row's own costs were said for; null where there are several or none. */
function saidOnce(row: CareRow): SaidFor | null {
  const own = costsOf(row).filter(({ saidFor }) => !saidFor.isPlanLevel);
  const [first, ...others] = [...new Map(own.map(({ saidFor }) => [saidFor.words, saidFor])).values()];
  return others.length === 0 ? (first ?? null) : null;
}

const isSilent = (row: CareRow) =>
  costsOf(row).length === 0 &&
  SIDES.every(({ key }) => row[key].authorization.saidFor === null && row[key].authorization.notes.length === 0);
