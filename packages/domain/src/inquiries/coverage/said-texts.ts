/** Every free text of a coverage, with where it was said. */
import type { AuxiliaryBenefit, BenefitGroup, Contact, Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { isBehavioural } from './service-types.ts';

export interface SaidText {
  text: string;
  lineIds: string[];
  /** Said on a behavioural service. */
  isBehavioural: boolean;
  /** Contacts of the same line. */
  contacts: Contact[];
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
  return [line.text, line.description, ...line.payer_notes, ...(line.merged_benefit_texts ?? []), ...facts].filter((text) => text !== null);
}

export function textsOfPlan(plan: Plan): SaidText[] {
  const onPlan = [...plan.notes, ...plan.facts.map((fact) => `${fact.label}: ${fact.value}`)];
  const notes = onPlan.map((text) => ({ text, lineIds: [], isBehavioural: false, contacts: plan.contacts }));
  const onLines = plan.benefit_groups.flatMap((group) =>
    linesOfGroup(group).flatMap((line) =>
      textsOfLine(line).map((text) => ({
        text,
        lineIds: line.line_ids,
        isBehavioural: isBehavioural(group.code),
        contacts: line.contacts,
      })),
    ),
  );
  return [...notes, ...onLines];
}

export function textsOfCoverage(coverage: Coverage): SaidText[] {
  const alsoSaid = coverage.also_said.flatMap((said) =>
    said.texts.map((text) => ({ text, lineIds: [said.line_id], isBehavioural: false, contacts: [] })),
  );
  return [...coverage.plans.flatMap(textsOfPlan), ...alsoSaid];
}
