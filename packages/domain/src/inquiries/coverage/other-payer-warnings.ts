/** Who pays first (product.md 10.6). Order only where the payer states it; "none reported" is never "none". */
import type { AdditionalPayer, Coverage, CoverageWarning } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { textsOfCoverage } from './said-texts.ts';
import { isBehavioural } from './service-types.ts';
import { aWarning } from './warning-input.ts';

const SOMEBODY = String.raw`(?:other|another|different)\s+(?:health\s+)?(?:insurance|carrier|payer|payor|coverage|plan|policy|insurer)`;
const COMPANY = String.raw`(?:insurance|insurer|carrier|payer|payor|coverage|plan)`;
/** Each says by itself that somebody else pays first. The answering payer's own name reads "this plan" by then. */
const PRIMARY = [
  String.raw`\b${SOMEBODY}\b[^.;]{0,40}\bis\s+(?:the\s+)?primary\b`,
  String.raw`\b${SOMEBODY}\s+(?:as\s+)?primary\b`,
  String.raw`\b(?:this|our)?\s*(?:plan|coverage|we)\s+pays?\s+after\b`,
  String.raw`\b(?:cob|coordination of benefits)\s*[:=-][^.;]{0,40}\bprimary\b`,
  String.raw`\b${SOMEBODY}\b[^.;]{0,40}\b(?:pays?|paying|responsible)\b[^.;]{0,15}\bfirst\b`,
  String.raw`\b(?:this|our)\s+(?:plan|coverage|policy|payer)?\s*(?:is|pays|shall be|will be)\s+(?:the\s+)?second(?:ary)?\b`,
  String.raw`\bwe\s+(?:are|pay)\s+(?:the\s+)?second(?:ary)?\b`,
  String.raw`\b(?:is|are|as|pays?)\s+secondary\s+(?:to|payer|payor)\b`,
  String.raw`\bprimary\s+(?:payer|payor|insurance|ins|insurer|carrier)\s*(?:is|:|=|-)\s*(?!this\b|us\b|our\b)\w`,
  String.raw`\bprimary\s+coverage\s*(?::|=|-)\s*(?!this\b|us\b|our\b)\w`,
  String.raw`\bprimary\s+coverage\s+is\s+(?!this\b|us\b|our\b|medical\b|the\b|a\b|for\b)\w`,
  String.raw`\bmedicare(?:\s+part\s+[abd](?:\s*(?:and|&|,)\s*[abd])*)?\s+(?:is\s+)?(?:the\s+)?primary\b`,
  String.raw`\bmedicare\s+pays\s+(?:first|primary)\b`,
  String.raw`\bmedicare secondary\b`,
  String.raw`\bcob\b[^.;]{0,30}\b(?:other|medicare|secondary)\b`,
  String.raw`\b(?:bill|(?:send|submit|file)(?:\s+\w+){0,3}\s+(?:to|with))\s+(?:the\s+)?(?:other|primary)\s+${COMPANY}\s+first\b`,
].map((pattern) => new RegExp(pattern, 'i'));
/** "Elm Mutual is primary": a company, which only its capitals tell from a visit, a diagnosis or a condition. */
const COMPANY_IS_PRIMARY =
  /^(?:[^:]*:\s*)?(?!(?:this|our|we|us|the|coverage|cob|it)\b)((?:[A-Z][\w&'-]*\s+){1,5})(?:is|IS)\s+(?:the\s+|THE\s+)?(?:primary|PRIMARY)(?:\s+(?:payer|payor|insurance|insurer|carrier|for\b.*|PAYER|PAYOR|INSURANCE|INSURER|CARRIER|FOR\b.*))*\s*$/;
const NO_COMPANY = /\b(?:plan|coverage|policy|payer|care|physician|provider|diagnosis|subscriber|member|address|residence|contact|pcp)\b/i;

function namesPrimary(sentence: string): boolean {
  const name = COMPANY_IS_PRIMARY.exec(sentence.trim())?.[1];
  return name !== undefined && !NO_COMPANY.test(name) && !/^this\b/i.test(name);
}

const DENIED =
  /\b(?:no|not|never|none|without|isn't|neither)\b[^.;,]{0,40}\b(?:primary|secondary|second|cob|other)\b|\bthis\s+(?:plan|payer|coverage|policy)\s+is\s+(?:the\s+)?primary\b|\bcob\b[^.;]{0,20}\b(?:no|none|not)\b/i;

/** True for texts that say that somebody else than the answering payer pays first. */
export function saysOtherIsPrimary(text: string, payerName: string | null): boolean {
  const own = payerName?.trim() ?? '';
  const said = own === '' ? text : text.replaceAll(new RegExp(own.replaceAll(/[^\w\s]/g, '\\$&'), 'gi'), 'this plan');
  return said
    .split(/[;\n]|\.(?=\s|$)/)
    .some((sentence) => (PRIMARY.some((pattern) => pattern.test(sentence)) || namesPrimary(sentence)) && !DENIED.test(sentence));
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
  const named = [...onPlans, ...onGroups.filter(({ group }) => !isBehavioural(group.code)).map(({ payer }) => payer)].filter(
    (payer) => !payer.primary && !payer.secondary && !payer.tertiary && isOther(payer) && payer.name !== null && !isPharmacy(payer),
  );
  const administrators = named.filter(isAdministrator);
  const unordered = named.filter((payer) => !isAdministrator(payer));
  return [
    ...primaryWarning(primaries, said),
    ...unorderedWarning(unordered),
    ...administratorWarning(administrators),
    ...medicareAdvantage(coverage, payers),
  ];
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

/** Who pays for drugs only pays neither before nor after a plan of care. */
const isPharmacy = (payer: AdditionalPayer) => /\b(?:pharmacy|prescription|drug|pbm|part d)\b/i.test(payer.role ?? '');

const isAdministrator = (payer: AdditionalPayer) =>
  /third[- ]party administrator|utilization|managed care org/i.test(payer.role ?? '') ||
  (payer.third_party_administrator !== null && !/payer|payor|insur/i.test(payer.role ?? ''));

/** Who runs a plan for another pays nothing itself. */
function administratorWarning(payers: AdditionalPayer[]): CoverageWarning[] {
  if (payers.length === 0) return [];
  const names = [...new Set(payers.map((payer) => payer.name ?? ''))];
  return [
    aWarning({
      kind: 'prominent-line',
      severity: 'info',
      title: `The payer names ${names.join(', ')} as administrator`,
      payer_words: [...new Set(payers.flatMap((payer) => payer.texts))],
      action: 'Ask which services it handles, and whether behavioral health is among them.',
      facts: uniqueFacts(payers),
      line_ids: payers.flatMap((payer) => payer.line_ids),
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
