import type { Benefit, NetworkCode } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { amountText, limitText } from '@coverlight/domain/inquiries/coverage/amounts.ts';
import { memo } from 'react';
import { NotStated } from '#ui/money.tsx';
import { benefitRows, type BenefitRow, COLUMN_LABELS, shownColumns } from './benefit-rows.ts';
import classes from './benefit-table.module.css';
import { LineNotes } from './line-notes.tsx';
import { SourceButton } from './line-source.tsx';
import { authorizationWords, lineConditions, PAYMENT_LABELS } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { PayerWords } from './payer-text.tsx';

/** These stand in the row's label, because rows differ in them. */
const IN_THE_LABEL = ['row', 'quantity'] as const;

interface BenefitTableProps {
  service: string;
  benefits: readonly Benefit[];
  /** Null: all networks. */
  networks: readonly NetworkCode[] | null;
}

/** The amounts of one service. Memoized: an answer can hold hundreds of lines, and the page around it changes often. */
export const BenefitTable = memo(function BenefitTable({ service, benefits, networks }: BenefitTableProps) {
  const columns = shownColumns(networks);
  return (
    <table className={classes.table} data-columns={columns.length}>
      <caption className="visually-hidden">{`Amounts of ${service}`}</caption>
      <thead>
        <tr>
          <th scope="col">Benefit</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {COLUMN_LABELS[column]}
            </th>
          ))}
          {columns.length === 0 && <th scope="col">As stated</th>}
        </tr>
      </thead>
      <tbody>
        {benefitRows(benefits).map((row) => (
          <Row key={row.key} row={row} service={service} columns={columns} />
        ))}
      </tbody>
    </table>
  );
});

function Row({ row, service, columns }: { row: BenefitRow; service: string; columns: ReturnType<typeof shownColumns> }) {
  return (
    <tr>
      <th scope="row">
        <RowLabel line={row.first} />
      </th>
      {row.anyNetwork.length > 0 ? (
        <td colSpan={Math.max(1, columns.length)} data-label={row.first.network} className={classes.spanning}>
          <span className={classes.network}>{row.first.network}</span>
          <Cell lines={row.anyNetwork} service={service} />
        </td>
      ) : (
        columns.map((column) => (
          <td key={column} data-label={COLUMN_LABELS[column]}>
            <Cell lines={row.byNetwork[column] ?? []} service={service} />
          </td>
        ))
      )}
    </tr>
  );
}

function RowLabel({ line }: { line: Benefit }) {
  const label = line.amount_code === null ? line.type_code : PAYMENT_LABELS[line.amount_code];
  const conditions = lineConditions(line).filter(({ kind }) => kind !== 'line');
  return (
    <>
      {label}
      <span className={classes.level}>{line.level === null ? 'Level not stated' : <PayerWords isClamped>{line.level}</PayerWords>}</span>
      {conditions.map(({ label: name, value }) => (
        <span key={`${name} ${value}`} className={classes.level}>
          <PayerWords isClamped>{value}</PayerWords>
        </span>
      ))}
    </>
  );
}

function Cell({ lines, service }: { lines: readonly Benefit[]; service: string }) {
  if (lines.length === 0) return <NotStated />;
  return lines.map((line) => (
    <div key={line.line_ids.join()} className={classes.entry}>
      <BenefitAmount line={line} service={service} />
      <Authorization line={line} />
      <LineNotes line={line} hides={IN_THE_LABEL} />
    </div>
  ));
}

/** One amount, or total beside met beside remaining where the payer tells of a limit. */
export function BenefitAmount({ line, service }: { line: Benefit; service: string }) {
  const isPlain = line.total === null && line.met === null && line.remaining === null;
  if (!isPlain) return <Limit line={line} service={service} />;
  const text = amountText(line);
  if (line.amount === null && !line.no_limit) {
    return (
      <SourceButton label="Amount not stated" service={service} lines={[line]}>
        <NotStated />
      </SourceButton>
    );
  }
  return (
    <span className={classes.amount}>
      <SourceButton label={text} service={service} lines={[line]}>
        {text}
      </SourceButton>
      {line.period && <Period>{line.period}</Period>}
    </span>
  );
}

function Limit({ line, service }: { line: Benefit; service: string }) {
  const others = line.amount !== null && ![line.total, line.met, line.remaining].includes(line.amount) ? amountText(line) : null;
  return (
    <dl className={classes.limit}>
      <LimitPart label="Total" amount={line.total} period={line.total_period} line={line} service={service} />
      <LimitPart label="Met" amount={line.met} period={null} line={line} service={service} />
      <LimitPart label="Remaining" amount={line.remaining} period={remainingPeriod(line)} line={line} service={service} />
      {others && (
        <div>
          <dt>Amount</dt>
          <dd>
            <SourceButton label={`Amount ${others}`} service={service} lines={[line]}>
              {others}
            </SourceButton>
            {line.period && <Period>{line.period}</Period>}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** "Lifetime Remaining" tells more than its label does. */
const remainingPeriod = (line: Benefit) => (/^remaining$/i.test(line.remaining_period ?? '') ? null : line.remaining_period);

interface LimitPartProps {
  label: string;
  amount: string | null;
  period: string | null;
  line: Benefit;
  service: string;
}

function LimitPart({ label, amount, period, line, service }: LimitPartProps) {
  const text = limitText(amount);
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {amount === null ? (
          <NotStated />
        ) : (
          <SourceButton label={`${label} ${text}`} service={service} lines={[line]}>
            {text}
          </SourceButton>
        )}
        {amount !== null && period && <Period>{period}</Period>}
      </dd>
    </div>
  );
}

export function Period({ children }: { children: string }) {
  return (
    <span className={classes.period}>
      <PayerWords>{children}</PayerWords>
    </span>
  );
}

function Authorization({ line }: { line: Benefit }) {
  const words = authorizationWords(line);
  return words === null ? null : <span className={classes.authorization}>{`Authorization: ${words.toLowerCase()}`}</span>;
}
