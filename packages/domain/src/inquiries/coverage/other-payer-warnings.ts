/** Who pays first (product.md 10.6). Order only where the payer states it; "none reported" is never "none". */
import type { AdditionalPayer, Coverage, CoverageWarning } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { textsOfCoverage } from './said-texts.ts';
import { isBehavioural } from './service-types.ts';
import { aWarning } from './warning-input.ts';

const PRIMARY =
  /\b(?:other|another|different)\s+(?:insurance|carrier|payer|payor|coverage|plan|policy|insurer)\b[^.;]{0,40}\bis\s+(?:the\s+)?primary\b|\b(?:this|our)\s+(?:plan|coverage|policy|payer)?\s*(?:is|pays|shall be|will be)\s+(?:the\s+)?second(?:ary)?\b|\bwe\s+(?:are|pay)\s+second(?:ary)?\b|\b(?:is|are|as|pays?)\s+secondary\s+(?:to|payer|payor)\b|\bprimary\s+(?:payer|payor|insurance|carrier|coverage)\s*(?:is|:|=)\s*(?!this\b|us\b|our\b)\w|\bmedicare\s+(?:is\s+)?(?:the\s+)?primary\b|\bmedicare secondary\b|\bcob\b[^.;]{0,30}\b(?:other|medicare|secondary)\b|\bbill\s+(?:the\s+)?(?:other|primary)\s+(?:insurance|carrier|payer|payor|plan)\s+first\b/i;
const DENIED =
  /\b(?:no|not|never|none|without|isn't|neither)\b[^.;,]{0,40}\b(?:primary|secondary|second|cob|other)\b|\bthis\s+(?:plan|payer|coverage|policy)\s+is\s+(?:the\s+)?primary\b|\bcob\b[^.;]{0,20}\b(?:no|none|not)\b/i;

/** True for texts that say that somebody else than the answering payer pays first. */
export function saysOtherIsPrimary(text: string, payerName: string | null): boolean {
  const own = payerName?.trim() ?? '';
  const said = own === '' ? text : text.replaceAll(new RegExp(own.replaceAll(/[^\w\s]/g, '\\$&'), 'gi'), 'this plan');
  return said.split(/[;\n]|\.(?=\s|$)/).some((sentence) => PRIMARY.test(sentence) && !DENIED.test(sentence));
}

const normal = (name: string | null) => (name ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const labelled = (label: string, value: string | null) => (value === null ? [] : [{ label, value }]);

function factsOf(payer: AdditionalPayer): CoverageWarning['facts'] {
  const info = payer.contacts.flatMap((contact) => contact.info);
  return [
    ...labelled('Name', payer.name),
    ...labelled('Member ID', payer.member_id),
    ...labelled('Group number', payer.group_number),
    ...info.map((line) => ({ label: line.split(': ')[0] ?? '', value: line.split(': ').slice(1).join(': ') })),
  ];
}

/** The same payer may be named by the plan and by a line. */
function uniqueFacts(payers: AdditionalPayer[]): CoverageWarning['facts'] {
  const facts = new Map(payers.flatMap(factsOf).map((fact) => [`${fact.label}: ${fact.value}`, fact]));
  return [...facts.values()];
}

const MEDICARE_ADVANTAGE = /medicare (?:risk|advantage|replacement)/i;

function medicareAdvantage(coverage: Coverage, payers: AdditionalPayer[]): CoverageWarning[] {
  const said = [
    ...coverage.plans.flatMap((plan) => [plan.insurance_type, plan.name]),
    ...payers.flatMap((payer) => [payer.role, ...payer.facts.map((fact) => fact.value)]),
  ].filter((text) => text !== null && MEDICARE_ADVANTAGE.test(text));
  if (said.length === 0) return [];
  return [
    aWarning({
      kind: 'prominent-line',
      severity: 'warning',
      title: 'Medicare Advantage: do not bill original Medicare',
      payer_words: [...new Set(said.filter((text) => text !== null))],
      action: 'Bill the Medicare Advantage plan, and check which licenses it accepts.',
    }),
  ];
}

export function otherPayerWarnings(coverage: Coverage): CoverageWarning[] {
  const onPlans = coverage.plans.flatMap((plan) => plan.additional_payer_info);
  const onGroups = coverage.plans.flatMap((plan) =>
    plan.benefit_groups.flatMap((group) => group.additional_payers.map((payer) => ({ payer, group }))),
  );
  const payers = [...onPlans, ...onGroups.map(({ payer }) => payer)];
  const isOther = (payer: AdditionalPayer) => normal(payer.name) !== normal(coverage.payer_name) || payer.name === null;
  const primaries = payers.filter((payer) => payer.primary && isOther(payer));
  const insuranceTypes = coverage.plans.flatMap((plan) =>
    plan.insurance_type === null ? [] : [{ text: plan.insurance_type, lineIds: [] as string[] }],
  );
  const said = [...textsOfCoverage(coverage), ...insuranceTypes].filter(({ text }) => saysOtherIsPrimary(text, coverage.payer_name));
  const unordered = [...onPlans, ...onGroups.filter(({ group }) => !isBehavioural(group.code)).map(({ payer }) => payer)].filter(
    (payer) => !payer.primary && !payer.secondary && !payer.tertiary && isOther(payer) && payer.name !== null,
  );
  return [...primaryWarning(primaries, said), ...unorderedWarning(unordered), ...medicareAdvantage(coverage, payers)];
}

function primaryWarning(primaries: AdditionalPayer[], said: { text: string; lineIds: string[] }[]): CoverageWarning[] {
  if (primaries.length === 0 && said.length === 0) return [];
  const names = [...new Set(primaries.flatMap((payer) => (payer.name === null ? [] : [payer.name])))];
  return [
    aWarning({
      kind: 'other-payer-primary',
      severity: 'danger',
      title: names.length > 0 ? `${names.join(', ')} pays first` : 'Another payer pays first',
      payer_words: [...new Set([...primaries.flatMap((payer) => payer.texts), ...said.map(({ text }) => text)])],
      action: 'Check the benefits of the primary payer and bill it first.',
      facts: uniqueFacts(primaries),
      line_ids: [...new Set([...primaries.flatMap((payer) => payer.line_ids), ...said.flatMap(({ lineIds }) => lineIds)])],
    }),
  ];
}

function unorderedWarning(payers: AdditionalPayer[]): CoverageWarning[] {
  if (payers.length === 0) return [];
  const names = [...new Set(payers.map((payer) => payer.name ?? ''))];
  return [
    aWarning({
      kind: 'prominent-line',
      severity: 'warning',
      title: `The payer also names ${names.join(', ')}; it does not say who pays first`,
      payer_words: [...new Set(payers.flatMap((payer) => payer.texts))],
      action: 'Ask the patient about other insurance before you bill.',
      facts: uniqueFacts(payers),
      line_ids: payers.flatMap((payer) => payer.line_ids),
    }),
  ];
}
