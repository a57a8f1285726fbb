/** Lines that are neither money of the four kinds nor a status: limits, exclusions, contacts, remarks (product.md 10.2). */
import {
  type AUXILIARY_TYPES,
  type AuxiliaryBenefit,
  type AuxiliaryType,
  type BenefitGroup,
} from '@coverlight/contract/inquiries/coverage.schema.ts';
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
  const { facts, totalCode: _total, remainingCode: _remaining, ...measures } = readMeasures(line, 'usd');
  return { ...common, ...measures, facts: [...common.facts, ...facts], type_code: line.kind.trim() === '' ? kind.code : line.kind.trim() };
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
