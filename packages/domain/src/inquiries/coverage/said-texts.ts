/** Every free text of a coverage, with where it was said. */
import type { AuxiliaryBenefit, BenefitGroup, Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { isBehavioural } from './service-types.ts';

export interface SaidText {
  text: string;
  lineIds: string[];
  /** Said on a behavioural service. */
  isBehavioural: boolean;
  /** A name that the payer gave the plan, where a company's name alone says nothing. */
  isName: boolean;
}

/** What lines of every kind have in common. */
export type AnyLine = Omit<
  AuxiliaryBenefit,
  'type_code' | 'amount' | 'unit' | 'period' | 'period_code' | 'total' | 'total_period' | 'remaining' | 'remaining_period'
>;

export function linesOfGroup(group: BenefitGroup): AnyLine[] {
  return [...group.status_details, ...group.benefits, ...Object.values(group.auxilary).flat()];
}

function textsOfLine(line: AnyLine & { merged_benefit_texts?: string[] }): string[] {
  const facts = line.facts.map((fact) => `${fact.label}: ${fact.value}`);
  return [line.text, ...line.payer_notes, ...(line.merged_benefit_texts ?? []), ...facts].filter((text) => text !== null);
}

export function textsOfPlan(plan: Plan): SaidText[] {
  const notes = [...plan.notes, ...plan.facts.map((fact) => `${fact.label}: ${fact.value}`)];
  const onPlan = notes.map((text) => ({ text, lineIds: [], isBehavioural: false, isName: false }));
  const onLines = plan.benefit_groups.flatMap((group) =>
    linesOfGroup(group).flatMap((line) => {
      const where = { lineIds: line.line_ids, isBehavioural: isBehavioural(group.code) };
      const texts = textsOfLine(line).map((text) => ({ text, ...where, isName: false }));
      return line.description === null ? texts : [...texts, { text: line.description, ...where, isName: true }];
    }),
  );
  return [...onPlan, ...onLines];
}

export function textsOfCoverage(coverage: Coverage): SaidText[] {
  const alsoSaid = coverage.also_said.flatMap((said) =>
    said.texts.map((text) => ({ text, lineIds: [said.line_id], isBehavioural: false, isName: false })),
  );
  return [...coverage.plans.flatMap(textsOfPlan), ...alsoSaid];
}
