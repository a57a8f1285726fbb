/** Every free text of a coverage, with where it was said and of which services (product.md 10.6). */
import type {
  AdditionalPayer,
  AuxiliaryBenefit,
  BenefitGroup,
  Contact,
  Coverage,
  Plan,
} from '@coverlight/contract/inquiries/coverage.schema.ts';
import { isSameCompany } from './company-names.ts';
import { isPlanLevel } from './plan-level.ts';

export interface SaidText {
  text: string;
  lineIds: string[];
  /** The service whose line it stands on; null: said of the plan, or of the answer as a whole. */
  service: { code: string | null; name: string } | null;
  /** X12 EB01 of its line; null: on no line. */
  kind: string | null;
  /** Parties named on the same row. */
  contacts: Contact[];
  /** It is a name, or may be one: a known company in it says nothing by itself. */
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

type Fact = Plan['facts'][number];
const factText = ({ label, value }: Fact) => `${label}: ${value}`;

const aText = (text: string, over: Partial<SaidText> = {}): SaidText => ({
  text,
  lineIds: [],
  service: null,
  kind: null,
  contacts: [],
  isName: false,
  ...over,
});

/** What a party's row says in words; its name, phone and address are no texts. */
const contactTexts = (contact: Contact) =>
  contact.info.filter((line) => !/^(?:member id|group number|contact|phone|work phone|fax|email|website|address|order|url)\b/i.test(line));

const payerTexts = (payer: AdditionalPayer) => [...payer.texts, ...payer.facts.map(factText)];

function textsOfLine(line: AnyLine & { merged_benefit_texts?: string[] }): string[] {
  const own = [line.text, ...line.payer_notes, ...(line.merged_benefit_texts ?? []), ...line.facts.map(factText)];
  return [...own, ...line.contacts.flatMap(contactTexts)].filter((text) => text !== null);
}

function textsOfGroup(group: BenefitGroup): SaidText[] {
  const service = isPlanLevel(group.code, group.name) ? null : { code: group.code, name: group.name };
  const onLines = linesOfGroup(group).flatMap((line: AnyLine & { type_code?: string; status_code?: string | null }) => {
    const where = { lineIds: line.line_ids, service, kind: line.type_code ?? line.status_code ?? null, contacts: line.contacts };
    const texts = textsOfLine(line).map((text) => aText(text, where));
    return line.description === null ? texts : [...texts, aText(line.description, { ...where, isName: true })];
  });
  const ofPayers = group.additional_payers.flatMap((payer) =>
    payerTexts(payer).map((text) => aText(text, { lineIds: payer.line_ids, service, kind: 'R', contacts: payer.contacts })),
  );
  const ofContacts = group.contacts.flatMap((contact) =>
    contactTexts(contact).map((text) => aText(text, { service, contacts: [contact] })),
  );
  return [...onLines, ...ofPayers, ...ofContacts];
}

export function textsOfPlan(plan: Plan): SaidText[] {
  const names = [plan.name, plan.insurance_type, plan.plan_network_name, plan.group_name].filter((name) => name !== null);
  const contacts = [...plan.contacts, ...(plan.primary_care_provider === null ? [] : [plan.primary_care_provider])];
  return [
    ...[...plan.notes, ...plan.facts.map(factText)].map((text) => aText(text)),
    ...names.map((text) => aText(text, { isName: true })),
    ...contacts.flatMap((contact) => contactTexts(contact).map((text) => aText(text, { contacts: [contact] }))),
    ...plan.additional_payer_info.flatMap((payer) => payerTexts(payer).map((text) => aText(text, { contacts: payer.contacts }))),
    ...plan.benefit_groups.flatMap(textsOfGroup),
  ];
}

/** What was said of the answer as a whole: notices, validation messages, facts of the answer and of its persons, lines of unknown kinds. */
export function textsOfAnswer(coverage: Coverage): SaidText[] {
  // This one is worded by us.
  const notices = coverage.notices.filter(({ kind }) => kind !== 'update-your-records').map(({ text }) => aText(text));
  const all = [...coverage.facts, ...(coverage.patient?.facts ?? []), ...(coverage.subscriber?.facts ?? [])];
  // Who answered is named among the facts, too: one that is behavioural by its name is not another company.
  const facts = all.filter(({ value }) => !isSameCompany(value, coverage.payer_name));
  const alsoSaid = coverage.also_said.flatMap((said) => said.texts.map((text) => aText(text, { lineIds: [said.line_id] })));
  // Facts name the practice that asked, too, which may be called like a known company.
  return [...notices, ...facts.map((fact) => aText(factText(fact), { isName: true })), ...alsoSaid];
}

export function textsOfCoverage(coverage: Coverage): SaidText[] {
  return [...coverage.plans.flatMap(textsOfPlan), ...textsOfAnswer(coverage)];
}
