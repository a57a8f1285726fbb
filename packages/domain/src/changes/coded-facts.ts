/** An answer without its words, for one that came by another route: each clearinghouse writes its own (product.md 18.4). */
import type { BenefitGroup, Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';

type Line = BenefitGroup['status_details'][number];

const withoutTexts = <L extends Pick<Line, 'text' | 'payer_notes' | 'facts' | 'dates' | 'description'>>(line: L): L => ({
  ...line,
  text: null,
  payer_notes: [],
  facts: [],
  dates: [],
  description: null,
});

function codedGroup(group: BenefitGroup): BenefitGroup {
  const auxilary = Object.fromEntries(Object.entries(group.auxilary).map(([type, lines]) => [type, lines.map(withoutTexts)]));
  return {
    ...group,
    contacts: [],
    status_details: group.status_details.map(withoutTexts),
    benefits: group.benefits.map((line) => ({ ...withoutTexts(line), merged_benefit_texts: [] })),
    auxilary,
    additional_payers: group.additional_payers.map((payer) => ({ ...payer, contacts: [], texts: [], facts: [], dates: [] })),
  };
}

function codedPlan(plan: Plan): Plan {
  return {
    ...plan,
    // One calls the start of the plan what another calls the start of cover.
    plan_start: null,
    coverage_start: null,
    contacts: [],
    primary_care_provider: null,
    notes: [],
    dates: plan.dates.filter(({ label }) => /\b(?:death|deceased)\b/i.test(label)),
    facts: [],
    additional_payer_info: plan.additional_payer_info.map((payer) => ({ ...payer, contacts: [], texts: [], facts: [], dates: [] })),
    benefit_groups: plan.benefit_groups.map(codedGroup),
  };
}

export function codedFacts(coverage: Coverage): Coverage {
  return { ...coverage, plan: null, plans: coverage.plans.map(codedPlan), also_said: [], facts: [] };
}
