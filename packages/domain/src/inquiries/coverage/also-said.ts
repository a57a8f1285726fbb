/** Lines of a kind nobody defined: kept and shown as sent, under "also said by the payer". */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { compareText } from './benefit-order.ts';
import { dateWords } from './date-words.ts';
import { readMeasures, toLineFacts } from './line-facts.ts';
import { leftoverMeasures } from './measure-facts.ts';
import type { AnswerLine } from './payer-answer.ts';

type AlsoSaid = Coverage['also_said'][number];

function describe(line: AnswerLine): string[] {
  const common = toLineFacts(line, '');
  const facts = [...leftoverMeasures(readMeasures(line, 'usd')), ...common.facts].map(({ label, value }) => `${label}: ${value}`);
  const dates = line.dates.map((date) => `${date.label}: ${dateWords(date)}`);
  return [
    ...(line.service?.text === undefined || line.service.text === null
      ? line.service?.code
        ? [`Service: ${line.service.code}`]
        : []
      : []),
    ...(line.network === 'not-stated' ? [] : [common.network]),
    ...(common.level === null ? [] : [common.level]),
    ...(common.insurance_type === null ? [] : [common.insurance_type]),
    ...(common.description === null ? [] : [common.description]),
    ...(common.quantity === null ? [] : [[common.quantity.value, common.quantity.qualifier ?? ''].join(' ').trim()]),
    ...(line.authorization === 'not-stated' ? [] : [`Authorization required: ${line.authorization}`]),
    ...(common.place_of_service === null ? [] : [common.place_of_service]),
    ...common.delivery_information,
    ...facts,
    ...dates,
    ...common.contacts.map((contact) => [contact.category, contact.name, ...contact.info].filter((part) => part !== null).join(', ')),
    ...line.texts.filter((text) => text.trim() !== ''),
  ];
}

export function toAlsoSaid(lines: AnswerLine[]): AlsoSaid[] {
  return lines
    .map((line) => ({ line_id: line.id, label: line.kindText ?? (line.kind === '' ? 'Not labelled' : line.kind), texts: describe(line) }))
    .toSorted(
      (a, b) =>
        compareText(a.label, b.label) || compareText(JSON.stringify(a.texts), JSON.stringify(b.texts)) || compareText(a.line_id, b.line_id),
    );
}
