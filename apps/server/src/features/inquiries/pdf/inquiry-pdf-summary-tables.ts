/** Money left and the levels of care in print: values, how sure each of them is, and the words that say so (docs/product.md 10.14). */
import type { Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { FILTERED_AWAY, NOT_STATED } from '@coverlight/domain/inquiries/coverage/amounts.ts';
import type { Shown } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import type { CellState } from '@coverlight/domain/inquiries/coverage/care-cells.ts';
import { careSummary, type SummaryCell, type SummaryRow } from '@coverlight/domain/inquiries/coverage/care-summary.ts';
import { exceptionMarks, partWords } from '@coverlight/domain/inquiries/coverage/care-words.ts';
import { levelsOfCare, type CareInput } from '@coverlight/domain/inquiries/coverage/level-of-care.ts';
import { PAYMENT_LABELS } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { moneyLeft, type MoneyCell, type MoneyValue } from '@coverlight/domain/inquiries/coverage/money-left.ts';
import { moneyWords, silentWords, valueTags, valueText } from '@coverlight/domain/inquiries/coverage/summary-words.ts';
import { muted, strong, type Block, type Cell, type Mark, type TextPart } from './inquiry-pdf-document.ts';

interface Room {
  values: number;
  lines: number;
}

const SIDES = [
  { key: 'in', network: 'inNetwork', label: 'In network' },
  { key: 'out', network: 'outOfNetwork', label: 'Out of network' },
] as const;

const counted = (count: number): Cell => (count > 0 ? [muted(`and ${count} more`)] : []);

function moneyCell({ individual, family, others }: MoneyCell, shown: Shown, room: Room): Cell {
  const all = [
    ...individual.map((value) => ({ value, level: 'individual' })),
    ...family.map((value) => ({ value, level: 'family' })),
    ...others.map((value) => ({ value, level: value.line.level?.toLowerCase() ?? 'level not stated' })),
  ];
  if (all.length === 0) return [muted(NOT_STATED)];
  const kept = all.filter(({ value }: { value: MoneyValue }) => shown.hasLine(value.line));
  if (kept.length === 0) return [muted(FILTERED_AWAY)];
  const firsts = [kept.find(({ level }) => level === 'individual'), kept.find(({ level }) => level === 'family')].filter(
    (one) => one !== undefined,
  );
  const chosen = [...firsts, ...kept.filter((one) => !firsts.includes(one))].slice(0, room.values);
  const parts = chosen.map(({ value, level }, index): TextPart => ({
    text: `${moneyWords(value)}, ${[level, value.note].filter((part) => part !== null).join(', ')}`,
    tone: index === 0 && value.left !== null ? 'strong' : 'plain',
    maxLines: room.lines,
  }));
  return [...parts, ...counted(kept.length - chosen.length)];
}

export function moneyTable(plan: Plan, shown: Shown, room: Room): Block {
  const sides = SIDES.filter(({ network }) => shown.hasNetwork(network));
  return {
    kind: 'table',
    caption: 'What is left of deductible and out-of-pocket limit',
    columns: [{ label: 'Limit of the plan', share: 0.2 }, ...sides.map(({ label }) => ({ label, share: 0.8 / sides.length }))],
    rows: moneyLeft(plan).map(({ payment, cells }) => [
      [strong(PAYMENT_LABELS[payment])],
      ...sides.map(({ key }): Cell => moneyCell(key === 'in' ? cells[0] : cells[1], shown, room)),
    ]),
  };
}

const MARKS: Readonly<Partial<Record<CellState, Mark>>> = {
  said: 'said',
  'said-for-plan': 'plan',
  'said-elsewhere': 'elsewhere',
  'not-covered': 'refused',
};

function valueParts(cell: SummaryCell, { values: limit, lines }: Room): Cell {
  const { values } = cell;
  if (values.length === 0) return [{ ...muted(silentWords(cell)), maxLines: lines }];
  const shown = values.slice(0, limit).flatMap((value): Cell => {
    const mark = MARKS[value.state];
    const tags = valueTags(value);
    return [
      {
        text: valueText(value),
        tone: value.state === 'not-covered' ? 'strong' : 'plain',
        maxLines: Math.max(2, lines),
        ...(mark ? { mark } : {}),
      },
      ...(tags.length === 0 ? [] : [{ ...muted(tags.join(', ')), maxLines: lines }]),
    ];
  });
  return [...shown, ...counted(values.length - limit)];
}

/** What it leaves out stands below its name: it must not be missed for the values beside it. */
const levelParts = ({ row }: SummaryRow): Cell => [
  strong(row.level.name),
  ...[partWords(row)].flatMap((part) => (part === null ? [] : [muted(part)])),
  ...exceptionMarks(row.exceptions).map((text) => ({ text, tone: 'plain' as const, mark: 'refused' as const })),
];

const handledBy = ({ limit: { company } }: SummaryRow, maxLines: number): Cell => [
  { text: `Handled by ${company ?? ''}, ask there`, tone: 'plain', mark: 'elsewhere', maxLines },
];

/** Who has the say about one fact of a level has it about all. */
function companyCells(row: SummaryRow, count: number, { lines }: Room): Cell[] {
  return [handledBy(row, Math.max(2, lines)), ...Array.from({ length: count - 1 }, (): Cell => [muted('ask there')])];
}

const CAPTION = 'What the patient pays, and authorization, by level of care and network; and what is left of limits';

export function careTable(input: Required<CareInput>, room: Room): Block {
  const sides = SIDES.filter(({ network }) => input.shown.hasNetwork(network));
  const rows = careSummary(levelsOfCare(input), input.plan.insurance_type);
  if (rows.every(({ limit }) => limit.company !== null)) {
    return {
      kind: 'table',
      caption: CAPTION,
      columns: [
        { label: 'Level of care', share: 0.14 },
        { label: 'Payment, authorization and limits', share: 0.86 },
      ],
      rows: rows.map((row) => [levelParts(row), handledBy(row, room.lines)]),
    };
  }
  const columns = sides.flatMap(({ label }) => [`${label}: pays`, `${label}: authorization`]);
  const share = 0.62 / Math.max(1, columns.length);
  return {
    kind: 'table',
    caption: CAPTION,
    columns: [
      { label: 'Level of care', share: 0.14 },
      ...columns.map((label) => ({ label, share })),
      { label: 'Limit, what is left', share: columns.length === 0 ? 0.86 : 0.24 },
    ],
    rows: rows.map((row) => {
      const level = levelParts(row);
      if (row.limit.company !== null) return [level, ...companyCells(row, columns.length + 1, room)];
      const cells = sides.flatMap(({ key }) => [row[key].pays, row[key].authorization]);
      return [level, ...[...cells, row.limit].map((cell) => valueParts(cell, room))];
    }),
  };
}
