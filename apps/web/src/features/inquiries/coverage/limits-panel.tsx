import type { Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { amountText, limitText } from '@coverlight/domain/inquiries/coverage/amounts.ts';
import type { Shown } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import { Text } from '@mantine/core';
import { NotStated } from '#ui/money.tsx';
import { COLUMN_LABELS } from './benefit-rows.ts';
import { FilteredAway } from './filtered-away.tsx';
import { type LimitColumn, type Limits, linesIn, type LimitWithoutRows, planLimits } from './limits.ts';
import type { LimitLine, LimitRow } from '@coverlight/domain/inquiries/coverage/limit-rows.ts';
import classes from './limits-panel.module.css';
import overview from './overview-table.module.css';
import { SourceButton } from './line-source.tsx';
import { PAYMENT_LABELS } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { PayerWords } from './payer-text.tsx';

const PARTS = ['total', 'met', 'remaining'] as const;
const PART_LABELS = { total: 'Total', met: 'Met', remaining: 'Remaining' } as const;
const LABELS: Readonly<Record<LimitColumn, string>> = { ...COLUMN_LABELS, noNetwork: 'Network not stated' };
const PLAN_WORDS = 'plan as a whole';

/** What has to be paid before and at most: individual beside family, in beside out of network, total beside met beside remaining. */
export function LimitsPanel({ plan, shown }: { plan: Plan; shown: Shown }) {
  const { columns, rows } = planLimits(plan, shown);
  const isSilent = rows.every((row) => 'isHidden' in row && !row.isHidden);
  return (
    <section className={classes.panel}>
      {isSilent || columns.length === 0 ? (
        <Text size="sm">For the plan as a whole: {isSilent ? <NotStated /> : <FilteredAway />}</Text>
      ) : (
        <>
          <LimitsTable columns={columns} rows={rows} shown={shown} />
          <Text size="xs" c="dimmed" mt={6}>
            For the plan as a whole. A service can have its own, see below. Nothing is added up: whether the limit holds deductible and
            copays only the payer can say.
          </Text>
        </>
      )}
    </section>
  );
}

function LimitsTable({ columns, rows, shown }: Limits & { shown: Shown }) {
  return (
    <table className={`${overview.table} ${classes.table}`} data-columns={columns.length}>
      <caption className="visually-hidden">Deductible and out-of-pocket limit of the plan, by level and network</caption>
      <thead>
        <tr>
          <th rowSpan={2} scope="col" className={overview.corner}>
            Limit
          </th>
          {columns.map((column) => (
            <th key={column} scope="colgroup" colSpan={3} className={`${overview.network} ${classes.network}`}>
              {LABELS[column]}
            </th>
          ))}
        </tr>
        <tr>
          {columns.flatMap((column) =>
            PARTS.map((part) => (
              <th key={`${column} ${part}`} scope="col">
                {PART_LABELS[part]}
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) =>
          'isHidden' in row ? (
            <SilentRow key={row.payment} row={row} columns={columns} />
          ) : (
            <LimitTableRow key={`${row.payment} ${row.level} ${row.names.join()}`} row={row} columns={columns} shown={shown} />
          ),
        )}
      </tbody>
    </table>
  );
}

function SilentRow({ row: { payment, isHidden }, columns }: { row: LimitWithoutRows; columns: readonly LimitColumn[] }) {
  return (
    <tr>
      <th scope="row">{PAYMENT_LABELS[payment]}</th>
      {columns.flatMap((column) =>
        PARTS.map((part) => (
          <td key={`${column} ${part}`} data-label={`${LABELS[column]}: ${part}`}>
            {isHidden ? <FilteredAway /> : <NotStated />}
          </td>
        )),
      )}
    </tr>
  );
}

function LimitTableRow({ row, columns, shown }: { row: LimitRow; columns: readonly LimitColumn[]; shown: Shown }) {
  return (
    <tr>
      <th scope="row">
        {PAYMENT_LABELS[row.payment]}
        <span className={classes.level}>{row.level === null ? 'level not stated' : <PayerWords>{row.level}</PayerWords>}</span>
        {row.names.map((name) => (
          <span key={name} className={classes.level}>
            <PayerWords>{name}</PayerWords>
          </span>
        ))}
      </th>
      {columns.flatMap((column) =>
        PARTS.map((part) => (
          <td key={`${column} ${part}`} data-label={`${LABELS[column]}: ${part}`}>
            <LimitCell lines={linesIn(row, column)} part={part} name={PAYMENT_LABELS[row.payment]} shown={shown} />
          </td>
        )),
      )}
    </tr>
  );
}

interface LimitCellProps {
  lines: readonly LimitLine[];
  part: (typeof PARTS)[number];
  name: string;
  shown: Shown;
}

function LimitCell({ lines, part, name, shown }: LimitCellProps) {
  const told = lines.filter((each) => each[part] !== null || (part === 'total' && each.line.no_limit));
  if (told.length === 0) return <NotStated />;
  const kept = told.filter(({ line }) => shown.hasLine(line));
  if (kept.length === 0) return <FilteredAway />;
  return kept.map(({ line, period, ...parts }) => {
    const amount = parts[part];
    const text = amount === null ? 'no limit' : amount === line.amount ? amountText(line) : limitText(amount);
    return (
      <div key={line.line_ids.join()}>
        <SourceButton label={`${name}, ${PART_LABELS[part].toLowerCase()} ${text}`} service={PLAN_WORDS} lines={[line]}>
          {text}
        </SourceButton>
        {part === 'total' && period !== null && (
          <span className={classes.period}>
            <PayerWords>{period}</PayerWords>
          </span>
        )}
      </div>
    );
  });
}
