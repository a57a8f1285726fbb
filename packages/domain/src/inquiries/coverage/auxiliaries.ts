/** Lines that are neither money of the four kinds nor a status: limits, exclusions, contacts, remarks (product.md 10.2). */
import type { AUXILIARY_TYPES, AuxiliaryBenefit, AuxiliaryType, BenefitGroup } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { compareLines, sortCanonically } from './benefit-order.ts';
import { readMeasures, toLineFacts } from './line-facts.ts';
import type { KnownKind } from './line-kind.ts';
import type { AnswerLine } from './payer-answer.ts';
import { mergeSame } from './same-lines.ts';

export interface AuxiliaryLine {
  line: AnswerLine;
  kind: KnownKind & { place: 'auxiliary' };
}

/** The order in which they are shown: what takes cover away first. */
export const SHOWN_AUXILIARIES: typeof AUXILIARY_TYPES = [
  'nonCovered',
  'exclusions',
  'limitations',
  'benefitDescriptions',
  'coverageBasis',
  'costContainment',
  'reserve',
  'preexistingConditions',
  'contact',
  'other',
];

function toAuxiliary({ line, kind }: AuxiliaryLine, groupName: string): AuxiliaryBenefit {
  const common = toLineFacts(line, groupName);
  const measures = readMeasures(line, 'usd');
  return {
    // Written out for speed, as in benefits.ts.
    line_ids: common.line_ids,
    network: common.network,
    network_code: common.network_code,
    level: common.level,
    level_code: common.level_code,
    description: common.description,
    auth_required: common.auth_required,
    auth_required_unknown: common.auth_required_unknown,
    benefit_start: common.benefit_start,
    benefit_end: common.benefit_end,
    place_of_service: common.place_of_service,
    text: common.text,
    payer_notes: common.payer_notes,
    contacts: common.contacts,
    delivery_information: common.delivery_information,
    insurance_type: common.insurance_type,
    quantity: common.quantity,
    dates: common.dates,
    facts: measures.facts.length === 0 ? common.facts : [...common.facts, ...measures.facts],
    type_code: line.kind.trim() === '' ? kind.code : line.kind.trim(),
    amount: measures.amount,
    unit: measures.unit,
    period: measures.period,
    period_code: measures.period_code,
    total: measures.total,
    total_period: measures.total_period,
    remaining: measures.remaining,
    remaining_period: measures.remaining_period,
  };
}

/** An empty line is kept: that a service is named under "non-covered" is a fact of its own. */
export function toAuxiliaries(lines: AuxiliaryLine[], groupName: string): BenefitGroup['auxilary'] {
  const byType = new Map<AuxiliaryType, AuxiliaryBenefit[]>();
  for (const line of lines) {
    const benefit = toAuxiliary(line, groupName);
    const known = byType.get(line.kind.auxiliary);
    if (known) known.push(benefit);
    else byType.set(line.kind.auxiliary, [benefit]);
  }
  const auxiliaries: BenefitGroup['auxilary'] = {};
  for (const type of SHOWN_AUXILIARIES) {
    const benefits = byType.get(type);
    if (benefits) auxiliaries[type] = sortCanonically(mergeSame(benefits), compareLines);
  }
  return auxiliaries;
}
