/** What people look for first, in print: limits of the plan and costs by level of care, narrowed as on the screen (docs/product.md 2.9.5). */
import type { Benefit, BenefitGroup, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { amountText, FILTERED_AWAY, limitText, NOT_STATED } from '@coverlight/domain/inquiries/coverage/amounts.ts';
import type { Shown } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import { isPlanLevel } from '@coverlight/domain/inquiries/coverage/benefit-groups.ts';
import {
  levelsOfCare,
  type CareRow,
  type CareSide,
  type CostLine,
  type SaidFor,
} from '@coverlight/domain/inquiries/coverage/level-of-care.ts';
import { lineTitle, PAYMENT_LABELS } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { statusWords, type Reading } from '@coverlight/domain/inquiries/coverage/status-tone.ts';
import { heading, muted, paragraph, plain, strong, type Block, type Cell, type TextPart } from './inquiry-pdf-document.ts';
import { amountParts, joined, lineItem, printedAuthorization } from './inquiry-pdf-words.ts';

const HIDDEN = muted(FILTERED_AWAY);
const LIMITS = ['deductibles', 'outOfPocket'] as const;

/** The total of a line that tells nothing else is its amount. */
function limitCells(line: Benefit): Cell[] {
  const isPlain = line.total === null && line.met === null && line.remaining === null;
  if (isPlain && line.unit === 'percent') return [[plain(amountText(line))], [muted(NOT_STATED)], [muted(NOT_STATED)]];
  const total = isPlain ? line.amount : line.total;
  const period = line.total_period ?? line.period;
  const cell = (amount: string | null): Cell => [amount === null ? muted(NOT_STATED) : plain(limitText(amount))];
  const first = total === null && line.no_limit ? [plain('no limit')] : cell(total);
  return [[...first, ...(period === null ? [] : [muted(period)])], cell(line.met), cell(line.remaining)];
}

function limitRows(groups: readonly BenefitGroup[], payment: (typeof LIMITS)[number], all: readonly BenefitGroup[]): Cell[][] {
  const linesOf = (from: readonly BenefitGroup[]) =>
    from
      .filter((group) => isPlanLevel(group.code, group.name))
      .flatMap((group) => group.benefits.filter((line) => line.amount_code === payment));
  const lines = linesOf(groups);
  if (lines.length === 0) {
    const nothing = linesOf(all).length === 0 ? muted(NOT_STATED) : HIDDEN;
    return [[[strong(PAYMENT_LABELS[payment])], [nothing], [nothing], [nothing], [nothing]]];
  }
  return lines.map((line) => [
    [strong(PAYMENT_LABELS[payment]), muted(joined([line.level ?? 'Level not stated', line.insurance_type, line.description], ', '))],
    [plain(line.network)],
    ...limitCells(line),
  ]);
}

export function limitBlocks(plan: Plan, { groups }: Shown): Block[] {
  return [
    heading(2, 'Deductible and out-of-pocket limit'),
    {
      kind: 'table',
      caption: 'Deductible and out-of-pocket limit of the plan',
      columns: [
        { label: 'Limit', share: 0.26 },
        { label: 'Network', share: 0.2 },
        { label: 'Total', share: 0.22 },
        { label: 'Met', share: 0.16 },
        { label: 'Remaining', share: 0.16 },
      ],
      rows: LIMITS.flatMap((payment) => limitRows(groups, payment, plan.benefit_groups)),
    },
    paragraph(
      'For the plan as a whole. A service can have its own, see below. Nothing is added up: whether the limit holds deductible and copays only the payer can say.',
      'muted',
    ),
  ];
}

function costParts(label: string, lines: readonly CostLine[], shown: Shown): Cell {
  if (lines.length === 0) return [plain(`${label}: ${NOT_STATED}`)];
  const kept = lines.filter(({ benefit }) => shown.hasLine(benefit));
  if (kept.length === 0) return [muted(`${label}: ${FILTERED_AWAY}`)];
  return kept.flatMap(({ benefit, saidFor }) => {
    const words = joined(
      [
        benefit.network_code === 'noNetwork' ? benefit.network : null,
        benefit.level,
        benefit.insurance_type,
        benefit.description,
        benefit.place_of_service,
        saidFor.words,
      ],
      ', ',
    );
    const [first, ...more] = amountParts(benefit);
    return [plain(`${label}: ${first?.text ?? NOT_STATED}`), ...more, muted(words)];
  });
}

function sideCell(side: CareSide, shown: Shown): Cell {
  const { required, unknown, saidFor } = side.authorization;
  const words = printedAuthorization({ auth_required: required, auth_required_unknown: unknown }) ?? NOT_STATED;
  const isHidden = saidFor !== null && !shown.hasService(saidFor.code);
  return [
    ...costParts('Co-payment', side.copay, shown),
    ...costParts('Co-insurance', side.coinsurance, shown),
    ...(isHidden
      ? [muted(`Authorization: ${FILTERED_AWAY}`)]
      : [
          plain(joined([`Authorization: ${words}`, saidFor?.words], ', ')),
          ...side.authorization.notes.map((text) => ({ text, tone: 'quote' as const })),
        ]),
  ];
}

const serviceWords = ({ words }: SaidFor) => words.replace(/^said for /, '');

function levelCell(row: CareRow, shown: Shown, reading: Reading): Cell {
  const { status } = row;
  const limits = shown.groups
    .filter((group) => group.code !== null && row.level.serviceTypes.includes(group.code))
    .flatMap((group) => group.auxilary.limitations ?? []);
  return [
    strong(row.level.name),
    ...(status === null || !shown.hasService(status.saidFor.code)
      ? []
      : [plain(`${statusWords(status.words, status.code, reading).label}, ${status.saidFor.words}`)]),
    ...row.notCovered
      .filter(({ code }) => shown.hasService(code))
      .map((service) => plain(`Not covered or excluded in part: ${serviceWords(service)}`)),
    ...limits.flatMap((line): TextPart[] => lineItem(line, lineTitle(line))),
  ];
}

export function levelBlocks(plan: Plan, shown: Shown, reading: Reading): Block[] {
  const sides = (
    [
      { key: 'in', network: 'inNetwork', label: 'In network' },
      { key: 'out', network: 'outOfNetwork', label: 'Out of network' },
    ] as const
  ).filter(({ network }) => shown.hasNetwork(network));
  if (sides.length === 0) return [heading(2, 'Levels of care'), paragraph(FILTERED_AWAY, 'muted')];
  return [
    heading(2, 'Levels of care'),
    {
      kind: 'table',
      caption: 'Co-payment, co-insurance and authorization by level of care and network',
      columns: [{ label: 'Level', share: 0.3 }, ...sides.map(({ label }) => ({ label, share: 0.7 / sides.length }))],
      rows: levelsOfCare(plan).map((row) => [levelCell(row, shown, reading), ...sides.map(({ key }) => sideCell(row[key], shown))]),
    },
    paragraph(
      'Which service stands for which level is our suggestion; the payer’s own words are under Benefits. No authorization stated does not mean that none is required.',
      'muted',
    ),
  ];
}
