/** What people look for first, in print: limits of the plan and costs by level of care, narrowed as on the screen (docs/product.md 2.9.5). */
import type { Benefit, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { amountText, FILTERED_AWAY, limitText, NOT_STATED } from '@coverlight/domain/inquiries/coverage/amounts.ts';
import type { Shown } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import {
  careLimits,
  exceptionWords,
  NOT_ASKED,
  notCoveredWords,
  oneState,
  partWords,
  refusalTexts,
  serviceLimits,
} from '@coverlight/domain/inquiries/coverage/care-words.ts';
import type { AuthorizationCell, CareCell, CareSide } from '@coverlight/domain/inquiries/coverage/care-cells.ts';
import { levelsOfCare, type CareInput, type CareRow } from '@coverlight/domain/inquiries/coverage/level-of-care.ts';
import { LIMIT_PAYMENTS, limitRows, type LimitLine, type LimitPayment } from '@coverlight/domain/inquiries/coverage/limit-rows.ts';
import { lineTexts, lineTitle, PAYMENT_LABELS } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { statusWords, type Reading } from '@coverlight/domain/inquiries/coverage/status-tone.ts';
import { heading, muted, paragraph, plain, strong, type Block, type Cell, type TextPart } from './inquiry-pdf-document.ts';
import { amountParts, joined, lineItem, printedAuthorization } from './inquiry-pdf-words.ts';

const HIDDEN = muted(FILTERED_AWAY);

function limitCells({ line, total, met, remaining, period }: LimitLine): Cell[] {
  const cell = (amount: string | null): Cell => [
    amount === null ? muted(NOT_STATED) : plain(amount === line.amount ? amountText(line) : limitText(amount)),
  ];
  const first = total === null && line.no_limit ? [plain('no limit')] : cell(total);
  return [[...first, ...(period === null ? [] : [muted(period)])], cell(met), cell(remaining)];
}

function printedLimits(plan: Plan, payment: LimitPayment, shown: Shown): Cell[][] {
  const all = limitRows(plan, payment);
  const rows = all.flatMap((row) => row.lines.filter(({ line }) => shown.hasLine(line)).map((line) => ({ row, line })));
  if (rows.length === 0) {
    const nothing = all.length === 0 ? muted(NOT_STATED) : HIDDEN;
    return [[[strong(PAYMENT_LABELS[payment])], [nothing], [nothing], [nothing], [nothing]]];
  }
  return rows.map(({ row, line }) => [
    [strong(PAYMENT_LABELS[payment]), muted(joined([row.level ?? 'Level not stated', ...row.names], ', '))],
    [plain(line.line.network)],
    ...limitCells(line),
  ]);
}

export function limitBlocks(plan: Plan, shown: Shown): Block[] {
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
      rows: LIMIT_PAYMENTS.flatMap((payment) => printedLimits(plan, payment, shown)),
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

function levelCell(row: CareRow, sides: readonly ('in' | 'out')[], reading: Reading): Cell {
  const stated = sides.map((side) => row[side].covered).find(({ lines, state }) => lines.length > 0 && state !== 'not-covered');
  const [status] = stated?.lines ?? [];
  return [
    strong(row.level.name),
    ...[partWords(row)].flatMap((part) => (part === null ? [] : [plain(part)])),
    ...(status ? [plain(joined([statusWords(status.status, status.status_code, reading).label, stated?.saidFor?.words], ', '))] : []),
    ...row.exceptions.flatMap((exception): TextPart[] => [
      plain(exceptionWords(exception)),
      ...lineTexts(exception.line).map((text) => ({ text, tone: 'quote' as const })),
    ]),
    ...[...serviceLimits(row), ...careLimits(row)].flatMap(({ service, line }): TextPart[] =>
      lineItem(line, `${lineTitle(line)}, ${service}`),
    ),
  ];
}

export function levelBlocks({ coverage, plan, shown }: Required<CareInput>, reading: Reading): Block[] {
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
      rows: levelsOfCare({ coverage, plan, shown }).map((row) => [levelCell(row, keys, reading), ...keys.map((key) => sideCell(row[key]))]),
    },
    paragraph(
      'Which service stands for which level is our suggestion; the payer’s own words are under Benefits. No authorization stated does not mean that none is required.',
      'muted',
    ),
  ];
}
