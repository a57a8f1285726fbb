/** Who pays first (product.md 10.6). Order only where the payer states it; "none reported" is never "none". */
import type { AdditionalPayer, Contact, Coverage, CoverageWarning, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { companyKey, isCompanyOrPart, isSameCompany, uniqueCompanies } from './company-names.ts';
import { isNamedFirst, textsOfFirst, type FirstSaid } from './named-first.ts';
import { saysOtherInsurance } from './other-payer-words.ts';
import { isPlanLevel } from './plan-level.ts';
import { linesOfGroup, type SaidText } from './said-texts.ts';
import { isBehavioural } from './service-types.ts';
import { aWarning } from './warning-input.ts';

/** Another payer or administrator, wherever in the answer it is named. */
export interface Party {
  name: string | null;
  role: string;
  order: 'primary' | 'later' | null;
  runsFor: string | null;
  texts: string[];
  /** What else stands beside it: the insurance type, a description. */
  remarks: CoverageWarning['facts'];
  facts: CoverageWarning['facts'];
  lineIds: string[];
}

const labelled = (label: string, value: string | null) => (value === null ? [] : [{ label, value }]);

function factOf(line: string): CoverageWarning['facts'][number] {
  const at = line.indexOf(': ');
  return at < 0 ? { label: 'Note', value: line } : { label: line.slice(0, at), value: line.slice(at + 2) };
}

function ofPayer(payer: AdditionalPayer): Party {
  const info = payer.contacts.flatMap((contact) => contact.info);
  return {
    name: payer.name,
    role: payer.role ?? '',
    order: payer.primary ? 'primary' : payer.secondary || payer.tertiary ? 'later' : null,
    runsFor: payer.third_party_administrator,
    texts: payer.texts,
    remarks: payer.facts,
    facts: [
      ...labelled('Name', payer.name),
      ...labelled('Member ID', payer.member_id),
      ...labelled('Group number', payer.group_number),
      ...info.map(factOf),
    ],
    lineIds: payer.line_ids,
  };
}

const isPrimaryContact = ({ category, info }: Contact) =>
  /^(?:primary pay[eo]r|PRP)$/i.test(category?.trim() ?? '') || info.includes('Order: primary');

/** Contacts are whom to call; only one that is called the primary payer says who pays. */
function ofContact(contact: Contact, lineIds: string[]): Party[] {
  if (!isPrimaryContact(contact)) return [];
  const facts = [...labelled('Name', contact.name), ...contact.info.map(factOf)];
  return [{ name: contact.name, role: contact.category ?? '', order: 'primary', runsFor: null, texts: [], remarks: [], facts, lineIds }];
}

/** Of a behavioural service another payer without an order, which no text names first, is a carve-out. */
function partiesOf(plan: Plan, said: FirstSaid[]): Party[] {
  const onGroups = plan.benefit_groups.flatMap((group) => [
    ...group.additional_payers
      .map(ofPayer)
      .filter(({ order, name }) => order !== null || !isBehavioural(group.code) || isNamedFirst(name, said)),
    ...linesOfGroup(group).flatMap((line) => line.contacts.flatMap((contact) => ofContact(contact, line.line_ids))),
  ]);
  return [...plan.additional_payer_info.map(ofPayer), ...plan.contacts.flatMap((contact) => ofContact(contact, [])), ...onGroups];
}

/** The same payer may be named by the plan and by a line. */
function uniqueFacts(parties: Party[]): CoverageWarning['facts'] {
  const names = uniqueCompanies(parties.flatMap(({ name }) => (name === null ? [] : [name])));
  const others = parties.flatMap(({ facts }) => facts).filter(({ label }) => label !== 'Name');
  const facts = new Map(others.map((fact) => [`${fact.label}: ${fact.value}`, fact]));
  return [...names.map((value) => ({ label: 'Name', value })), ...facts.values()];
}

const namesOf = (parties: Party[]) => uniqueCompanies(parties.flatMap(({ name }) => (name === null ? [] : [name])));
const textsOf = (parties: Party[]) => parties.flatMap(({ texts }) => texts);
const linesOf = (parties: Party[]) => parties.flatMap(({ lineIds }) => lineIds);
const unique = (values: string[]) => [...new Set(values)];

const MEDICARE_ADVANTAGE = /\bmedicare (?:risk|advantage|replacement|part c)\b|\bMA-?PD\b/i;
const NO_ADVANTAGE =
  /\b(?:no|not|isn't|never|without)\b[^.;]{0,30}\bmedicare (?:risk|advantage|replacement)|\bmedicare (?:risk|advantage|replacement)[^.;]{0,15}\b(?:no|none|n\/a|not)\b/i;

/** EB04 HN, where a payer sends the code without words. */
const MEDICARE_RISK_CODE = /^HN$/i;

const saysMedicareAdvantage = (text: string) =>
  MEDICARE_RISK_CODE.test(text) || (MEDICARE_ADVANTAGE.test(text) && !NO_ADVANTAGE.test(text));

const insuranceTypes = (plan: Plan) =>
  [plan, ...plan.benefit_groups.flatMap(linesOfGroup)].flatMap(({ insurance_type: type }) => (type === null ? [] : [type]));

/** Each wording of the answer that names Medicare Advantage; empty: none does. */
export function medicareAdvantageWords(
  coverage: Coverage,
  texts: SaidText[],
  parties: Pick<Party, 'name' | 'role' | 'remarks'>[],
): string[] {
  const said = [
    ...labelled('', coverage.payer_name).map(({ value }) => value),
    ...texts.map(({ text }) => text),
    ...coverage.plans.flatMap(insuranceTypes),
    ...parties.flatMap(({ role, remarks }) => [role, ...remarks.map(({ value }) => value)]),
  ];
  const names = parties.flatMap(({ name }) => (name === null ? [] : [name]));
  return unique([...said, ...names].filter(saysMedicareAdvantage));
}

function medicareAdvantage(words: string[]): CoverageWarning[] {
  if (words.length === 0) return [];
  return [
    aWarning({
      kind: 'prominent-line',
      severity: 'warning',
      title: 'Medicare Advantage: do not bill original Medicare',
      payer_words: words,
      action: 'Bill the Medicare Advantage plan, and check which licenses it accepts.',
    }),
  ];
}

/** Every party that the answer names beside the payer itself and who handles behavioural health, the primary ones told apart. */
export function otherParties(coverage: Coverage, texts: SaidText[], carvedOut: { name: string | null }[]) {
  const said = textsOfFirst(texts, coverage.payer_name);
  const parties = coverage.plans.flatMap((plan) => partiesOf(plan, said)).filter(({ name }) => !isSameCompany(name, coverage.payer_name));
  const primaries = parties.filter(({ order, name }) => order === 'primary' || (order === null && isNamedFirst(name, said)));
  const ordered = parties.filter((party) => party.order !== null || primaries.includes(party));
  // One company is one party: what one row says of it holds for all rows that name it.
  const open = parties.filter(
    (party) =>
      party.name !== null &&
      !ordered.some(({ name }) => isSameCompany(name, party.name)) &&
      !carvedOut.some(({ name }) => isCompanyOrPart(name, party.name)) &&
      !isPharmacy(party),
  );
  return { said, parties, primaries, ordered, open };
}

/** `texts` are all of the coverage, `carvedOut` the companies that handle behavioural health. */
export function otherPayerWarnings(coverage: Coverage, texts: SaidText[], carvedOut: { name: string | null }[]): CoverageWarning[] {
  const { said, parties, primaries, open } = otherParties(coverage, texts, carvedOut);
  const unordered = open.filter((party) => !isAdministrator(party));
  return [
    ...primaryWarning(primaries, said, unordered),
    ...(said.length > 0 && primaries.length === 0 ? [] : unorderedWarning(unordered)),
    ...(parties.length === 0 && said.length === 0 ? otherInsuranceWarning(texts) : []),
    ...administratorWarning(open.filter(isAdministrator)),
    ...referralWarning(coverage, [...parties, ...carvedOut]),
    ...medicareAdvantage(medicareAdvantageWords(coverage, texts, parties)),
  ];
}

/** `unordered` are parties of which one may be the payer that a text calls the first without its name. */
function primaryWarning(primaries: Party[], said: FirstSaid[], unordered: Party[]): CoverageWarning[] {
  if (primaries.length === 0 && said.length === 0) return [];
  const names = namesOf(primaries);
  const alsoNamed = primaries.length === 0 ? namesOf(unordered).map((value) => ({ label: 'Also named', value })) : [];
  return [
    aWarning({
      kind: 'other-payer-primary',
      severity: 'danger',
      title: names.length > 0 ? `${names.join(', ')} pays first` : 'Another payer pays first',
      payer_words: unique([...textsOf(primaries), ...said.map(({ text }) => text)]),
      action: 'Check the benefits of the primary payer and bill it first.',
      facts: [...uniqueFacts(primaries), ...alsoNamed],
      line_ids: unique([...linesOf(primaries), ...said.flatMap(({ lineIds }) => lineIds)]),
    }),
  ];
}

/** Who pays for drugs only pays neither before nor after a plan of care. */
const isPharmacy = ({ role }: Party) => /\b(?:pharmacy|prescription|drug|pbm|part d)\b/i.test(role);

const isAdministrator = ({ role, runsFor }: Party) =>
  /third[- ]party administrator|utilization|managed care org/i.test(role) || (runsFor !== null && !/payer|payor|insur/i.test(role));

/** Who runs a plan for another pays nothing itself. */
function administratorWarning(parties: Party[]): CoverageWarning[] {
  if (parties.length === 0) return [];
  return [
    aWarning({
      kind: 'prominent-line',
      severity: 'info',
      title: `The payer names ${namesOf(parties).join(', ')} as administrator`,
      payer_words: unique(textsOf(parties)),
      action: 'Ask which services it handles, and whether behavioral health is among them.',
      facts: uniqueFacts(parties),
      line_ids: linesOf(parties),
    }),
  ];
}

function unorderedWarning(parties: Party[]): CoverageWarning[] {
  if (parties.length === 0) return [];
  return [
    aWarning({
      kind: 'prominent-line',
      severity: 'warning',
      title: `The payer also names ${namesOf(parties).join(', ')}; it does not say who pays first`,
      payer_words: unique(textsOf(parties)),
      action: 'Ask the patient about other insurance before you bill.',
      facts: uniqueFacts(parties),
      line_ids: linesOf(parties),
    }),
  ];
}

function otherInsuranceWarning(texts: SaidText[]): CoverageWarning[] {
  const said = texts.filter(({ text, isName }) => !isName && saysOtherInsurance(text));
  if (said.length === 0) return [];
  return [
    aWarning({
      kind: 'prominent-line',
      severity: 'warning',
      title: 'The payer tells of other insurance; it does not say who pays first',
      payer_words: unique(said.map(({ text }) => text)),
      action: 'Ask the patient about other insurance before you bill.',
      line_ids: unique(said.flatMap(({ lineIds }) => lineIds)),
    }),
  ];
}

/** U on the plan: somebody else is to be asked about eligibility or benefits. `told` are companies that another warning names. */
function referralWarning(coverage: Coverage, told: { name: string | null }[]): CoverageWarning[] {
  const lines = coverage.plans.flatMap((plan) =>
    plan.benefit_groups
      .filter((group) => isPlanLevel(group.code, group.name))
      .flatMap((group) => (group.auxilary.contact ?? []).filter((line) => line.type_code.toUpperCase() === 'U')),
  );
  const named = lines.flatMap((line) => line.contacts.map((contact) => ({ contact, line })));
  const others = named.filter(
    ({ contact }) =>
      companyKey(contact.name) !== '' &&
      !isSameCompany(contact.name, coverage.payer_name) &&
      !told.some(({ name }) => isCompanyOrPart(name, contact.name)),
  );
  if (others.length === 0) return [];
  const names = uniqueCompanies(others.map(({ contact }) => contact.name ?? ''));
  const facts = new Map(others.flatMap(({ contact }) => contact.info.map((line) => [line, factOf(line)] as const)));
  return [
    aWarning({
      kind: 'prominent-line',
      severity: 'warning',
      title: `The payer sends you to ${names.join(', ')} for eligibility or benefits`,
      payer_words: unique(others.flatMap(({ line }) => (line.text === null ? [] : [line.text]))),
      action: 'Ask that company, too, before services start.',
      facts: [...names.map((value) => ({ label: 'Name', value })), ...facts.values()],
      line_ids: unique(others.flatMap(({ line }) => line.line_ids)),
    }),
  ];
}
