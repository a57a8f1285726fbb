/** The services of a plan in print: every line the filters let through, under the service it was said for (docs/product.md 2.9). */
import type { AdditionalPayer, Benefit, BenefitGroup, Contact, StatusDetail } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { SHOWN_AUXILIARIES } from '@coverlight/domain/inquiries/coverage/auxiliaries.ts';
import { dateWords } from '@coverlight/domain/inquiries/coverage/date-words.ts';
import { countLines, type FilteredBenefits } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import { AUXILIARY_TITLES, contactWords, lineTitle, PAYMENT_LABELS } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { serviceTypeLabel } from '@coverlight/domain/inquiries/coverage/service-types.ts';
import { statusWords, type Reading } from '@coverlight/domain/inquiries/coverage/status-tone.ts';
import { heading, muted, paragraph, plain, strong, type Block, type Cell, type Column } from './inquiry-pdf-document.ts';
import { amountParts, joined, lineItem, noteParts, optional, printedAuthorization } from './inquiry-pdf-words.ts';

const BENEFIT_COLUMNS: Column[] = [
  { label: 'Benefit', share: 0.19 },
  { label: 'Network', share: 0.15 },
  { label: 'Amount', share: 0.31 },
  { label: 'What else the payer says', share: 0.35 },
];

function benefitRow(line: Benefit): Cell[] {
  const authorization = printedAuthorization(line);
  return [
    [strong(line.amount_code === null ? lineTitle(line) : PAYMENT_LABELS[line.amount_code]), muted(line.level ?? 'Level not stated')],
    [plain(line.network)],
    amountParts(line),
    [...(authorization === null ? [] : [plain(`Authorization: ${authorization}`)]), ...noteParts(line)],
  ];
}

function statusItem(detail: StatusDetail, reading: Reading): Cell {
  const { label, payerWords, help } = statusWords(detail.status, detail.status_code, reading);
  return [...lineItem(detail, joined([`Status: ${label}`, payerWords])), ...(help === null ? [] : [muted(help)])];
}

/** Another company and what is known of it; the order only where the payer stated it (docs/product.md 10.6). */
function payerItem(payer: AdditionalPayer): Cell {
  const orders = (['primary', 'secondary', 'tertiary'] as const).filter((order) => payer[order]);
  const facts = [
    ...optional('Order', orders.join(', ')),
    ...optional('Administrator', payer.third_party_administrator),
    ...optional('Member ID there', payer.member_id),
    ...optional('Group number', payer.group_number),
    ...optional('Services', payer.service_types.map(serviceTypeLabel).join(', ')),
    ...payer.dates.map((date) => ({ label: date.label, value: dateWords(date) })),
    ...payer.facts,
  ];
  return [
    strong(joined([payer.name ?? 'Name not stated', payer.role])),
    ...facts.map(({ label, value }) => plain(`${label}: ${value}`)),
    ...payer.contacts.map((contact) => plain(contactWords(contact))),
    ...payer.texts.map((text) => ({ text, tone: 'quote' as const })),
  ];
}

/** `level` is one below that of the heading they stand under. */
export function otherPayers(payers: readonly AdditionalPayer[], title: string, level: 3 | 4): Block[] {
  return payers.length === 0 ? [] : [heading(level, title), { kind: 'list', items: payers.map(payerItem) }];
}

export function contactList(contacts: readonly Contact[], title: string, level: 3 | 4): Block[] {
  return contacts.length === 0
    ? []
    : [heading(level, title), { kind: 'list', items: contacts.map((contact) => [plain(contactWords(contact))]) }];
}

function auxiliaryLists(group: BenefitGroup): Block[] {
  return SHOWN_AUXILIARIES.flatMap((type): Block[] => {
    const lines = group.auxilary[type] ?? [];
    if (lines.length === 0) return [];
    return [heading(4, AUXILIARY_TITLES[type]), { kind: 'list', items: lines.map((line) => lineItem(line, lineTitle(line))) }];
  });
}

function groupBlocks(group: BenefitGroup, reading: Reading): Block[] {
  const { label } = statusWords(group.status, group.status_code, reading);
  const hasStatus = group.status !== null || group.status_code !== null;
  const title = joined([group.name, group.code === null ? null : `service type ${group.code}`, hasStatus ? label : null]);
  const isEmpty = countLines(group) === 0 && group.additional_payers.length === 0 && group.contacts.length === 0;
  return [
    heading(3, title),
    ...(isEmpty ? [paragraph('The payer named this service and said nothing more about it.', 'muted')] : []),
    ...(group.status_details.length === 0
      ? []
      : [{ kind: 'list' as const, items: group.status_details.map((detail) => statusItem(detail, reading)) }]),
    ...(group.benefits.length === 0
      ? []
      : [{ kind: 'table' as const, caption: `Benefits: ${group.name}`, columns: BENEFIT_COLUMNS, rows: group.benefits.map(benefitRow) }]),
    ...auxiliaryLists(group),
    ...otherPayers(group.additional_payers, 'Other payers for this service', 4),
    ...contactList(group.contacts, 'Contacts', 4),
  ];
}

/** Groups in the order they come in. */
export function benefitBlocks({ groups, hidden }: FilteredBenefits, reading: Reading): Block[] {
  const words = hidden === 1 ? '1 line is filtered away.' : `${hidden} lines are filtered away.`;
  return [
    heading(2, 'Benefits'),
    ...(hidden === 0 ? [] : [paragraph(words, 'strong')]),
    ...groups.flatMap((group) => groupBlocks(group, reading)),
  ];
}
