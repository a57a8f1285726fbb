/** Lines that name another payer (product.md 10.6). "None reported" is never "none". */
import type { AdditionalPayer } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { usDate } from '../calendar-day.ts';
import { sortCanonically } from './benefit-order.ts';
import { toAdditionalPayer, toDateFact } from './contacts.ts';
import { type LineFacts, readMeasures, toLineFacts } from './line-facts.ts';
import { leftoverMeasures } from './measure-facts.ts';
import type { AnswerEntity, AnswerFact, AnswerLine } from './payer-answer.ts';
import { mergeSame } from './same-lines.ts';

const fact = (label: string, value: string | null): AnswerFact[] => (value === null ? [] : [{ label, value }]);

/** What a line says beside naming the other payer. */
function remainingFacts(common: LineFacts, line: AnswerLine): AnswerFact[] {
  const authorization = common.auth_required === null ? null : common.auth_required ? 'required' : 'not required';
  return [
    ...fact('Level', common.level),
    ...fact('Network', line.network === 'not-stated' ? null : common.network),
    ...fact('Insurance type', common.insurance_type),
    ...fact('Description', common.description),
    ...fact('Authorization', common.auth_required_unknown ? 'unknown' : authorization),
    ...fact('Place of service', common.place_of_service),
    ...fact('Benefit begin', common.benefit_start && usDate(common.benefit_start)),
    ...fact('Benefit end', common.benefit_end && usDate(common.benefit_end)),
    ...(common.quantity ? fact('Quantity', [common.quantity.value, common.quantity.qualifier ?? ''].join(' ').trim()) : []),
    ...common.delivery_information.map((value) => ({ label: 'Delivery', value })),
    ...leftoverMeasures(readMeasures(line, 'usd')),
    ...common.facts,
  ];
}

const UNNAMED: AnswerEntity = {
  role: { code: null, text: null },
  name: null,
  memberId: null,
  groupNumber: null,
  primary: false,
  secondary: false,
  tertiary: false,
  thirdPartyAdministrator: null,
  address: null,
  contacts: [],
  dates: [],
  texts: [],
  facts: [],
};

function toOtherPayers(line: AnswerLine, groupName: string): AdditionalPayer[] {
  const common = toLineFacts(line, groupName);
  const service = line.service?.code ?? line.service?.text ?? null;
  const restDates = line.dates.filter((date) => common.dates.some((kept) => kept.label === date.label && kept.from === date.from));
  return (line.entities.length === 0 ? [UNNAMED] : line.entities).map((entity) => {
    const payer = toAdditionalPayer(entity);
    return {
      ...payer,
      service_types: service === null ? [] : [service],
      dates: [...payer.dates, ...restDates.map(toDateFact)],
      texts: [...payer.texts, ...line.texts.filter((text) => text.trim() !== '')],
      facts: [...payer.facts, ...remainingFacts(common, line)],
      line_ids: [line.id],
    };
  });
}

const orderRank = (payer: AdditionalPayer) => (payer.primary ? 0 : payer.secondary ? 1 : payer.tertiary ? 2 : 3);

/** Primary, secondary, tertiary as far as the payer said so, then the others. */
export function toAdditionalPayers(lines: AnswerLine[], groupName: string): AdditionalPayer[] {
  const payers = mergeSame(lines.flatMap((line) => toOtherPayers(line, groupName)));
  return sortCanonically(payers, (a, b) => orderRank(a) - orderRank(b));
}
