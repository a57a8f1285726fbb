/** Another company that administers behavioural health: from structured lines, from named parties and from free text (product.md 10.6). */
import type {
  AdditionalPayer,
  BenefitGroup,
  Contact,
  Coverage,
  CoverageWarning,
  Plan,
} from '@coverlight/contract/inquiries/coverage.schema.ts';
import { namesBehavioural, namesSubstanceAlone } from './behavioural-words.ts';
import { findCarveOuts } from './carve-out-words.ts';
import { isCompanyOrPart, isSameCompany } from './company-names.ts';
import { isNamedFirst, textsOfFirst, type FirstSaid } from './named-first.ts';
import { isPlanLevel } from './plan-level.ts';
import { linesOfGroup, textsOfCoverage, type SaidText } from './said-texts.ts';
import { isBehavioural, isSubstanceUse } from './service-types.ts';
import { aWarning } from './warning-input.ts';

/** What it was said of. `everything`: a company that manages all care under the plan. */
type Subject = 'behavioural' | 'substance-use' | 'everything';

export interface Administrator {
  name: string | null;
  words: string[];
  /** "Phone: 800-555-0100", "Member ID: X1" as the payer sent them. */
  info: string[];
  lineIds: string[];
  subject: Subject;
  /** Names of the services it was said for; a text of the plan may name none. */
  services: string[];
}

const ADMINISTERS =
  /payer|payor|administrator|managed care|utilization|managed-care|verification|contracted service|vendor|insurer|third[- ]party/i;
/** NM101 of these, where a payer sends the code without words. */
const ADMINISTERS_CODE = /^(?:2B|13|PR|TV|VER|VN|X3|Y2)$/i;
const isAdministering = ({ category }: Contact) => ADMINISTERS.test(category ?? '') || ADMINISTERS_CODE.test(category?.trim() ?? '');
const MANAGES_CARE = /\bmanaged[- ]care\b|^(?:Y2|MCO)$/i;
const BEHAVIOURAL_NAME = /behaviou?r|mental|magellan|carelon|optum\b|beacon|lucet|evernorth|psych/i;

const subjectOfText = (text: string | null): Subject => (namesSubstanceAlone(text ?? '') ? 'substance-use' : 'behavioural');
const subjectOfService = (code: string | null): Subject => (isSubstanceUse(code) ? 'substance-use' : 'behavioural');

const isNamed = (contact: Contact) => contact.name !== null && contact.name.trim() !== '';

const isPhone = (line: string) => /phone|telephone/i.test(line.split(':')[0] ?? '');

/** A phone that stands beside the name on the same row is that company's, unless the row names somebody else with it. */
function infoOnRow(name: string | null, contacts: Contact[]): string[] {
  const own = contacts.filter((contact) => name !== null && isCompanyOrPart(contact.name, name)).flatMap((contact) => contact.info);
  if (own.some(isPhone)) return own;
  const beside = contacts.filter((contact) => !isNamed(contact)).flatMap((contact) => contact.info);
  return [...own, ...beside.filter(isPhone)];
}

interface Row {
  text: string | null;
  line_ids: string[];
  contacts: Contact[];
}

function ofContact(contact: Contact, row: Row, of: Pick<Administrator, 'subject' | 'services'>): Administrator {
  const words = row.text === null ? [] : [row.text];
  return { name: contact.name, words, info: [...contact.info, ...infoOnRow(contact.name, row.contacts)], lineIds: row.line_ids, ...of };
}

/** U and MC name who to ask; on a behavioural service that is the administrator, as is a company in such a role on any of its lines. */
function ofContactLines(group: BenefitGroup): Administrator[] {
  const onService = isBehavioural(group.code);
  const contactLines = group.auxilary.contact ?? [];
  const referrals = contactLines.filter((line) => /^(U|MC)$/i.test(line.type_code));
  // Of the lines of contacts those without a kind; the others name who treats, not who administers.
  const others = linesOfGroup(group).filter((line) => !contactLines.some((contact) => contact === line && contact.type_code !== ''));
  const of = onService ? { subject: subjectOfService(group.code), services: [group.name] } : null;
  return [
    ...referrals.flatMap((line) =>
      line.contacts
        .filter(
          (contact) => isNamed(contact) && (onService || BEHAVIOURAL_NAME.test(contact.name ?? '') || namesBehavioural(line.text ?? '')),
        )
        .map((contact) => ofContact(contact, line, of ?? { subject: subjectOfText(line.text), services: [group.name] })),
    ),
    ...(of === null ? [] : others).flatMap((line) =>
      line.contacts
        .filter((contact) => isNamed(contact) && isAdministering(contact))
        .map((contact) => ofContact(contact, line, of ?? { subject: 'behavioural', services: [] })),
    ),
    ...(isPlanLevel(group.code, group.name)
      ? [...contactLines.flatMap((line) => ofManager(line.contacts, line)), ...others.flatMap((line) => ofPlanParties(line.contacts, line))]
      : []),
  ];
}

/** A managed care organization of the plan itself manages all care under it, behavioural health included, unless it says less. */
function ofManager(contacts: Contact[], row: Row): Administrator[] {
  return contacts
    .filter(
      (contact) => isNamed(contact) && !BEHAVIOURAL_NAME.test(contact.name ?? '') && MANAGES_CARE.test(contact.category?.trim() ?? ''),
    )
    .map((contact) => ofContact(contact, row, { subject: 'everything', services: [] }));
}

/** Parties named beside the plan itself: by their name behavioural, or managers of all its care. */
function ofPlanParties(contacts: Contact[], row: Row): Administrator[] {
  const named = contacts.filter((contact) => isNamed(contact) && BEHAVIOURAL_NAME.test(contact.name ?? '') && isAdministering(contact));
  return [...named.map((contact) => ofContact(contact, row, { subject: 'behavioural', services: [] })), ...ofManager(contacts, row)];
}

function ofOtherPayer(payer: AdditionalPayer, of: Pick<Administrator, 'subject' | 'services'>): Administrator {
  const info = payer.contacts.flatMap((contact) => contact.info);
  const memberId = payer.member_id === null ? [] : [`Member ID: ${payer.member_id}`];
  return {
    name: payer.name ?? payer.third_party_administrator,
    words: payer.texts,
    info: [...memberId, ...info],
    lineIds: payer.line_ids,
    ...of,
  };
}

// Somebody who pays first for everything is coordination of benefits, not an administrator of this service.
const hasNoOrder = (payer: AdditionalPayer) => payer.name !== null && !payer.primary && !payer.secondary && !payer.tertiary;

function ofOtherPayers(group: BenefitGroup, said: FirstSaid[]): Administrator[] {
  if (!isBehavioural(group.code)) return [];
  const of = { subject: subjectOfService(group.code), services: [group.name] };
  const others = group.additional_payers.filter((payer) => hasNoOrder(payer) && !isNamedFirst(payer.name, said));
  return others.map((payer) => ofOtherPayer(payer, of));
}

/** Of the payers that a plan names beside itself those that by their role run care, behavioural by name or all of it. */
function ofAdditionalPayers(payers: AdditionalPayer[]): Administrator[] {
  return payers.filter(hasNoOrder).flatMap((payer) => {
    const role = payer.role?.trim() ?? '';
    if (BEHAVIOURAL_NAME.test(payer.name ?? '') && ADMINISTERS.test(role))
      return [ofOtherPayer(payer, { subject: 'behavioural', services: [] })];
    return MANAGES_CARE.test(role) ? [ofOtherPayer(payer, { subject: 'everything', services: [] })] : [];
  });
}

/** What the text names decides; a text that names no service speaks of the one it stands under. */
function ofText(said: SaidText, payerName: string | null): Administrator[] {
  const isOnService = isBehavioural(said.service?.code ?? null);
  const where = { isBehavioural: isOnService && !said.isName, isName: said.isName && !isOnService, payerName };
  return findCarveOuts(said.text, where).map((found) => ({
    name: found.administrator,
    words: [said.text],
    info: found.phone === null ? infoOnRow(found.administrator, said.contacts) : [`Phone: ${found.phone}`],
    lineIds: said.lineIds,
    subject: found.subject ?? subjectOfService(said.service?.code ?? null),
    services: isOnService && said.service !== null ? [said.service.name] : [],
  }));
}

const unique = (values: string[]) => [...new Set(values)];
const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** A phone number told by a line and again, punctuated, in a text is one. */
function uniqueInfo(lines: string[]): string[] {
  const byContent = new Map<string, string>();
  for (const line of lines) {
    const known = byContent.get(plain(line));
    if (known === undefined || known.length < line.length) byContent.set(plain(line), line);
  }
  return [...byContent.values()];
}

/** Substance use alone is not behavioural health as a whole: the two are never merged (product.md 10.5). */
function widest(a: Subject, b: Subject): Subject {
  if (a === 'behavioural' || b === 'behavioural') return 'behavioural';
  return a === 'substance-use' && b === 'substance-use' ? 'substance-use' : 'everything';
}

const longer = (a: string | null, b: string | null) => ((b ?? '').length > (a ?? '').length ? b : a);

const join = (known: Administrator, next: Administrator): Administrator => ({
  name: longer(known.name, next.name),
  words: unique([...known.words, ...next.words]),
  info: uniqueInfo([...known.info, ...next.info]),
  lineIds: unique([...known.lineIds, ...next.lineIds]),
  subject: widest(known.subject, next.subject),
  // Said of all of them by one, it is no matter of single services.
  services: known.services.length === 0 || next.services.length === 0 ? [] : unique([...known.services, ...next.services]),
});

/** Told by several lines, once in full and once in part: the same company. Texts without a name speak of the one that is named. */
function merge(administrators: Administrator[]): Administrator[] {
  const merged: Administrator[] = [];
  for (const next of administrators.filter(({ name }) => name !== null)) {
    const at = merged.findIndex((known) => isCompanyOrPart(known.name, next.name));
    const known = merged[at];
    if (known) merged[at] = join(known, next);
    else merged.push(next);
  }
  const [nameless, ...others] = administrators.filter(({ name }) => name === null);
  if (!nameless) return merged;
  const said = others.reduce(join, nameless);
  const [first, ...rest] = merged;
  if (!first) return [said];
  return [{ ...join(first, said), services: said.subject === first.subject ? first.services : [] }, ...rest];
}

function toFacts(administrator: Administrator): CoverageWarning['facts'] {
  const info = administrator.info.map((line) => {
    const at = line.indexOf(': ');
    return at < 0 ? { label: 'Note', value: line } : { label: line.slice(0, at), value: line.slice(at + 2) };
  });
  return [
    ...(administrator.name === null ? [] : [{ label: 'Name', value: administrator.name }]),
    ...info,
    ...(administrator.services.length === 0 ? [] : [{ label: 'Said for', value: administrator.services.join(', ') }]),
  ];
}

const ofPlan = (plan: Plan, said: FirstSaid[]): Administrator[] => [
  ...plan.benefit_groups.flatMap((group) => [
    ...ofContactLines(group),
    ...ofOtherPayers(group, said),
    ...(isPlanLevel(group.code, group.name) ? ofAdditionalPayers(group.additional_payers) : []),
  ]),
  ...ofPlanParties(plan.contacts, { text: null, line_ids: [], contacts: [] }),
  ...ofAdditionalPayers(plan.additional_payer_info),
];

/** Each other company that administers behavioural health, told in whatever way. The answering payer itself is none. */
export function carveOuts(coverage: Coverage, texts: SaidText[] = textsOfCoverage(coverage)): Administrator[] {
  const first = textsOfFirst(texts, coverage.payer_name);
  const told = [...coverage.plans.flatMap((plan) => ofPlan(plan, first)), ...texts.flatMap((said) => ofText(said, coverage.payer_name))];
  const merged = merge(told.filter(({ name }) => !isSameCompany(name, coverage.payer_name)));
  const parties = coverage.plans.flatMap((plan) => plan.contacts);
  // Where a text gives the name alone, a party of that name has its phone and member id.
  return merged.map((each) => ({ ...each, info: uniqueInfo([...each.info, ...infoOnRow(each.name, parties.filter(isNamed))]) }));
}

const SUBJECT: Readonly<Record<Subject, string>> = {
  behavioural: 'Behavioral health',
  'substance-use': 'Substance use treatment',
  everything: 'Care under this plan',
};

/** One warning for each other company that administers behavioural health. */
export function carveOutWarnings(administrators: Administrator[]): CoverageWarning[] {
  return administrators.map((administrator) => {
    const subject = SUBJECT[administrator.subject];
    const name = administrator.name ?? 'another company';
    const isAll = administrator.subject === 'everything';
    return aWarning({
      kind: 'carve-out',
      severity: 'danger',
      title: `${subject} is ${isAll ? 'managed' : 'handled'} by ${name}`,
      payer_words: administrator.words,
      action: isAll
        ? `Check with ${name} now: it may handle behavioral health, and amounts shown here may not apply.`
        : `Check with ${administrator.name ?? 'that company'} now: amounts shown here may not apply to ${subject.toLowerCase()}.`,
      facts: toFacts(administrator),
      line_ids: administrator.lineIds,
    });
  });
}

/** Who has the say about behavioural care in the plan's place. Who manages care as a whole may leave it to the plan: that is a warning alone. */
export const behaviouralAdministrators = (coverage: Coverage, plan: Plan): Administrator[] =>
  carveOuts({ ...coverage, plans: [plan] }).filter(({ subject }) => subject !== 'everything');
