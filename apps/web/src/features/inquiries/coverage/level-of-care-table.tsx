import type { Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Shown } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import type { SaidFor } from '@coverlight/domain/inquiries/coverage/care-services.ts';
import { careLimits, exceptionWords, oneState, serviceLimits, serviceWords } from '@coverlight/domain/inquiries/coverage/care-words.ts';
import type { CareCell, CareSide } from '@coverlight/domain/inquiries/coverage/care-cells.ts';
import { type CareRow, levelsOfCare } from '@coverlight/domain/inquiries/coverage/level-of-care.ts';
import { lineTexts } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { GroupStatus } from './benefit-group.tsx';
import { COLUMN_LABELS } from './benefit-rows.ts';
import { Authorization, Costs, EmptyCell, Filled, NotCovered, SaidWords } from './care-cells.tsx';
import { CareLimits } from './care-limits.tsx';
import { FilteredAway } from './filtered-away.tsx';
import classes from './level-of-care-table.module.css';
import { SourceButton } from './line-source.tsx';
import overview from './overview-table.module.css';
import { PayerText, PayerWords } from './payer-text.tsx';

const SIDES = [
  { key: 'in', network: 'inNetwork', label: COLUMN_LABELS.inNetwork },
  { key: 'out', network: 'outOfNetwork', label: COLUMN_LABELS.outOfNetwork },
] as const;
type ShownSide = (typeof SIDES)[number];
const COLUMNS = ['Co-payment', 'Co-insurance', 'Authorization'] as const;

interface LevelOfCareTableProps {
  coverage: Coverage;
  plan: Plan;
  shown: Shown;
}

/** What each level of care costs, in network beside out of network; the payer's own wording stands below it. */
export function LevelOfCareTable({ coverage, plan, shown }: LevelOfCareTableProps) {
  const rows = useMemo(() => levelsOfCare({ coverage, plan, shown }), [coverage, plan, shown]);
  const sides = SIDES.filter(({ network }) => shown.hasNetwork(network));
  return (
    <section className={classes.levels}>
      <Title order={2}>Levels of care</Title>
      {sides.length === 0 ? <FilteredAway /> : <CareTable rows={rows} sides={sides} insuranceType={plan.insurance_type} />}
    </section>
  );
}

interface CareTableProps {
  rows: readonly CareRow[];
  sides: readonly ShownSide[];
  /** The plan's: a line of another one says so, as those of Medicare's parts. */
  insuranceType: string | null;
}

function CareTable({ rows, sides, insuranceType }: CareTableProps) {
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
          {rows.map((row) => (
            <CareRows key={row.level.key} row={row} sides={sides} insuranceType={insuranceType} />
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

function CareRows({ row, sides, insuranceType }: Omit<CareTableProps, 'rows'> & { row: CareRow }) {
  const said = saidOnce(row);
  const own = serviceLimits(row);
  const limits = careLimits(row);
  const hasLimits = own.length + limits.length > 0;
  return (
    <>
      <tr>
        <th scope="row" rowSpan={hasLimits ? 2 : 1}>
          {row.level.name}
          {said && <SaidWords saidFor={said} />}
          <LevelStatus row={row} said={said} sides={sides} />
          {row.exceptions.map((exception) => (
            <span key={exception.line.line_ids.join()} className={classes.notCovered}>
              <SourceButton label={exceptionWords(exception)} service={serviceWords(exception.saidFor)} lines={[exception.line]}>
                <PayerWords>{exceptionWords(exception)}</PayerWords>
              </SourceButton>
              {lineTexts(exception.line).map((text) => (
                <PayerText key={text} text={text} quoted />
              ))}
            </span>
          ))}
        </th>
        <Sides row={row} sides={sides} said={said} insuranceType={insuranceType} />
      </tr>
      {hasLimits && (
        <tr className={classes.limitRow}>
          <td colSpan={3 * sides.length} data-label="Limits">
            <CareLimits own={own} lines={limits} />
          </td>
        </tr>
      )}
    </>
  );
}

/** The status of the service, and where it is contradicted: a no beside a price. */
function LevelStatus({ row, said, sides }: { row: CareRow; said: SaidFor | null; sides: readonly ShownSide[] }) {
  const stated = sides.map(({ key }) => row[key].covered).find(({ lines, state }) => lines.length > 0 && state !== 'not-covered');
  const [status] = stated?.lines ?? [];
  const contradicted = sides.filter(({ key }) => row[key].covered.state === 'not-covered' && oneState(row[key]) === null);
  return (
    <>
      {stated && status && (
        <span className={classes.status}>
          <GroupStatus status={status.status} code={status.status_code} />
          {stated.saidFor && stated.saidFor.words !== said?.words && <SaidWords saidFor={stated.saidFor} />}
        </span>
      )}
      {contradicted.map(({ key, label }) => (
        <span key={key} className={classes.notCovered}>
          {label}: <NotCovered cell={row[key].covered} level={row.level.name} said={said} />
        </span>
      ))}
    </>
  );
}

interface SidesProps {
  row: CareRow;
  sides: readonly ShownSide[];
  said: SaidFor | null;
  insuranceType: string | null;
}

function Sides({ row, sides, said, insuranceType }: SidesProps) {
  const states = sides.map(({ key }) => oneState(row[key]));
  const [first] = states;
  const isOne = states.every(
    (state) => state && state.state === first?.state && state.company === first.company && state.refusals.length === 0,
  );
  if (first && isOne) {
    return (
      <td colSpan={3 * sides.length} className={classes.silent} data-label={sides.length === 1 ? sides[0]?.label : 'In and out of network'}>
        <EmptyCell cell={first} level={row.level.name} said={said} />
        {first.state === 'not-stated' && <span className={classes.silentWords}>, neither costs nor authorization</span>}
      </td>
    );
  }
  return sides.map(({ key, label }, index) => {
    const state = states[index];
    return state ? (
      <td key={key} colSpan={3} className={classes.oneState} data-label={label}>
        <EmptyCell cell={state} level={row.level.name} said={said} />
      </td>
    ) : (
      <SideCells key={key} side={row[key]} label={label} level={row.level.name} said={said} insuranceType={insuranceType} />
    );
  });
}

interface SideCellsProps extends Omit<SidesProps, 'row' | 'sides'> {
  side: CareSide;
  label: string;
  level: string;
}

function SideCells({ side, label, level, said, insuranceType }: SideCellsProps) {
  const words = { level, said };
  return (
    <>
      <td data-label={`${label}: co-payment`}>
        <Filled cell={side.copay} {...words}>
          <Costs cell={side.copay} insuranceType={insuranceType} {...words} />
        </Filled>
      </td>
      <td data-label={`${label}: co-insurance`}>
        <Filled cell={side.coinsurance} {...words}>
          <Costs cell={side.coinsurance} insuranceType={insuranceType} {...words} />
        </Filled>
      </td>
      <td data-label={`${label}: authorization`}>
        <Filled cell={side.authorization} {...words}>
          <Authorization cell={side.authorization} said={said} />
        </Filled>
      </td>
    </>
  );
}

/** The level's own service, where all that is said for the level itself comes from it; what is borrowed is named in its cell. */
function saidOnce(row: CareRow): SaidFor | null {
  const cells: CareCell<unknown>[] = SIDES.flatMap(({ key }) => [
    row[key].covered,
    row[key].copay,
    row[key].coinsurance,
    row[key].authorization,
  ]);
  const own = cells.flatMap(({ saidFor }) => (saidFor?.code && row.level.own.includes(saidFor.code) ? [saidFor] : []));
  const [first, ...others] = [...new Map(own.map((saidFor) => [saidFor.words, saidFor])).values()];
  return others.length === 0 ? (first ?? null) : null;
}
