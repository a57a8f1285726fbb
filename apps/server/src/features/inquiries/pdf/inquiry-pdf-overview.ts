/** What people look for first, in print: limits of the plan and costs by level of care, narrowed as on the screen (docs/product.md 2.9.5). */
import type { Benefit, BenefitGroup, Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { amountText, FILTERED_AWAY, limitText, NOT_STATED } from '@coverlight/domain/inquiries/coverage/amounts.ts';
import type { Shown } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import { isPlanLevel } from '@coverlight/domain/inquiries/coverage/benefit-groups.ts';
import {
  careLimits,
  exceptionWords,
  NOT_ASKED,
  notCoveredWords,
  oneState,
  refusalTexts,
  serviceLimits,
} from '@coverlight/domain/inquiries/coverage/care-words.ts';
import type { AuthorizationCell, CareCell, CareSide } from '@coverlight/domain/inquiries/coverage/care-cells.ts';
import { levelsOfCare, type CareRow } from '@coverlight/domain/inquiries/coverage/level-of-care.ts';
import { lineTexts, lineTitle, PAYMENT_LABELS } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { statusWords } from '@coverlight/domain/inquiries/coverage/status-tone.ts';
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

/** What a cell without a value says instead. */
function emptyParts(label: string, cell: CareCell<unknown>): Cell {
  if (cell.company !== null) return [plain(`${label}: handled by ${cell.company}, ask there`)];
  if (cell.state === 'not-covered') return [strong(`${label}: ${notCoveredWords(cell).toLowerCase()}`)];
  if (cell.state === 'filtered') return [muted(`${label}: ${FILTERED_AWAY}`)];
  return [plain(`${label}: ${cell.state === 'not-asked' ? NOT_ASKED : NOT_STATED}`)];
}

function costParts(label: string, cell: CareCell<Benefit>): Cell {
  if (cell.lines.length === 0) return emptyParts(label, cell);
  return cell.lines.flatMap((benefit) => {
    const words = joined(
      [
        benefit.network_code === 'noNetwork' ? benefit.network : null,
        benefit.level,
        benefit.insurance_type,
        benefit.description,
        benefit.place_of_service,
        cell.saidFor?.words,
      ],
      ', ',
    );
    const [first, ...more] = amountParts(benefit);
    return [plain(`${label}: ${first?.text ?? NOT_STATED}`), ...more, muted(words)];
  });
}

function authorizationParts(cell: AuthorizationCell): Cell {
  if (cell.lines.length === 0) return emptyParts('Authorization', cell);
  const words = printedAuthorization({ auth_required: cell.required, auth_required_unknown: cell.unknown }) ?? NOT_STATED;
  return [
    plain(joined([`Authorization: ${words}`, cell.saidFor?.words], ', ')),
    ...cell.alsoRequired.map((service) => plain(`but required, ${service.words}`)),
    ...cell.notes.map((text) => ({ text, tone: 'quote' as const })),
  ];
}

/** A no stands above what contradicts it. */
function refusalParts({ covered }: CareSide): Cell {
  if (covered.state !== 'not-covered') return [];
  const head = joined([notCoveredWords(covered), covered.saidFor?.words], ', ');
  return [strong(head), ...refusalTexts(covered).map((text) => ({ text, tone: 'quote' as const }))];
}

function sideCell(side: CareSide): Cell {
  const state = oneState(side);
  if (state?.company) return [plain(`Handled by ${state.company}, ask there`)];
  if (state?.state === 'not-covered') return refusalParts(side);
  return [
    ...refusalParts(side),
    ...costParts('Co-payment', side.copay),
    ...costParts('Co-insurance', side.coinsurance),
    ...authorizationParts(side.authorization),
  ];
}

function levelCell(row: CareRow, sides: readonly ('in' | 'out')[]): Cell {
  const stated = sides.map((side) => row[side].covered).find(({ lines, state }) => lines.length > 0 && state !== 'not-covered');
  const [status] = stated?.lines ?? [];
  return [
    strong(row.level.name),
    ...(status ? [plain(joined([statusWords(status.status, status.status_code).label, stated?.saidFor?.words], ', '))] : []),
    ...row.exceptions.flatMap((exception): TextPart[] => [
      plain(exceptionWords(exception)),
      ...lineTexts(exception.line).map((text) => ({ text, tone: 'quote' as const })),
    ]),
    ...[...serviceLimits(row), ...careLimits(row)].flatMap(({ service, line }): TextPart[] =>
      lineItem(line, `${lineTitle(line)}, ${service}`),
    ),
  ];
}

export function levelBlocks(coverage: Coverage, plan: Plan, shown: Shown): Block[] {
  const sides = (
    [
      { key: 'in', network: 'inNetwork', label: 'In network' },
      { key: 'out', network: 'outOfNetwork', label: 'Out of network' },
    ] as const
  ).filter(({ network }) => shown.hasNetwork(network));
  if (sides.length === 0) return [heading(2, 'Levels of care'), paragraph(FILTERED_AWAY, 'muted')];
  const keys = sides.map(({ key }) => key);
  return [
    heading(2, 'Levels of care'),
    {
      kind: 'table',
      caption: 'Co-payment, co-insurance and authorization by level of care and network',
      columns: [{ label: 'Level', share: 0.3 }, ...sides.map(({ label }) => ({ label, share: 0.7 / sides.length }))],
      rows: levelsOfCare({ coverage, plan, shown }).map((row) => [levelCell(row, keys), ...keys.map((key) => sideCell(row[key]))]),
    },
    paragraph(
      'Which service stands for which level is our suggestion; the payer’s own words are under Benefits. No authorization stated does not mean that none is required.',
      'muted',
    ),
  ];
}
