/** Another company that administers behavioural health: from structured lines and from free text (product.md 10.6). */
import type {
  AdditionalPayer,
  BenefitGroup,
  Contact,
  Coverage,
  CoverageWarning,
  Plan,
} from '@coverlight/contract/inquiries/coverage.schema.ts';
import { findCarveOut } from './carve-out-words.ts';
import { textsOfCoverage } from './said-texts.ts';
import { isBehavioural, isSubstanceUse } from './service-types.ts';
import { aWarning } from './warning-input.ts';

interface Administrator {
  name: string | null;
  words: string[];
  /** "Phone: 800-555-0100", "Member ID: X1" as the payer sent them. */
  info: string[];
  lineIds: string[];
  /** The services it was said for; a text names none. */
  services: { code: string | null; name: string }[];
}

const ADMINISTERS =
  /payer|payor|administrator|managed care|utilization|managed-care|verification|contracted service|vendor|insurer|third[- ]party/i;
const BEHAVIOURAL_NAME = /behaviou?r|mental|magellan|carelon|optum|beacon|lucet|evernorth|psych/i;

const normal = (name: string | null) => (name ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '');

function ofContact(contact: Contact, line: { text: string | null; line_ids: string[] }, group: BenefitGroup): Administrator {
  const words = line.text === null ? [] : [line.text];
  return { name: contact.name, words, info: contact.info, lineIds: line.line_ids, services: [{ code: group.code, name: group.name }] };
}

const isNamed = (contact: Contact) => contact.name !== null && contact.name.trim() !== '';

/** U, MC and status lines that name who to ask; on a behavioural service that is the administrator. Some payers name it on a line without a kind. */
function ofContactLines(group: BenefitGroup): Administrator[] {
  const onService = isBehavioural(group.code);
  const contactLines = group.auxilary.contact ?? [];
  const referrals = contactLines.filter((line) => /^(U|MC)$/i.test(line.type_code));
  const unkind = contactLines.filter((line) => line.type_code === '');
  const statuses = group.status_details.map((line) => ({ ...line, type_code: line.status_code ?? '' }));
  return [
    ...referrals.flatMap((line) =>
      line.contacts
        .filter((contact) => isNamed(contact) && (onService || BEHAVIOURAL_NAME.test(contact.name ?? '')))
        .map((contact) => ofContact(contact, line, group)),
    ),
    ...(onService ? [...unkind, ...statuses] : []).flatMap((line) =>
      line.contacts
        .filter((contact) => isNamed(contact) && ADMINISTERS.test(contact.category ?? ''))
        .map((contact) => ofContact(contact, line, group)),
    ),
  ];
}

function ofOtherPayer(payer: AdditionalPayer, group: BenefitGroup): Administrator {
  const info = payer.contacts.flatMap((contact) => contact.info);
  const memberId = payer.member_id === null ? [] : [`Member ID: ${payer.member_id}`];
  return {
    name: payer.name ?? payer.third_party_administrator,
    words: payer.texts,
    info: [...memberId, ...info],
    lineIds: payer.line_ids,
    services: [{ code: group.code, name: group.name }],
  };
}

function ofOtherPayers(group: BenefitGroup): Administrator[] {
  if (!isBehavioural(group.code)) return [];
  // Somebody who pays first for everything is coordination of benefits, not an administrator of this service.
  return group.additional_payers
    .filter((payer) => payer.name !== null && !payer.primary && !payer.secondary && !payer.tertiary)
    .map((payer) => ofOtherPayer(payer, group));
}

function ofTexts(coverage: Coverage): Administrator[] {
  return textsOfCoverage(coverage).flatMap((said) => {
    const found = findCarveOut(said.text, { isBehavioural: said.isBehavioural && !said.isName, payerName: coverage.payer_name });
    if (!found) return [];
    const phone = found.phone === null ? [] : [`Phone: ${found.phone}`];
    return [{ name: found.administrator, words: [said.text], info: phone, lineIds: said.lineIds, services: [] }];
  });
}

/** Told by several lines, once in full capitals and once in part: the same company. */
const isSame = (a: Administrator, b: Administrator) =>
  a.name !== null && b.name !== null && (normal(a.name).startsWith(normal(b.name)) || normal(b.name).startsWith(normal(a.name)));

const unique = (values: string[]) => [...new Set(values)];

/** A phone number told by a line and again, punctuated, in a text is one. */
function uniqueInfo(lines: string[]): string[] {
  const byContent = new Map<string, string>();
  for (const line of lines) {
    const known = byContent.get(normal(line));
    if (known === undefined || known.length < line.length) byContent.set(normal(line), line);
  }
  return [...byContent.values()];
}

function merge(administrators: Administrator[]): Administrator[] {
  const merged: Administrator[] = [];
  for (const next of administrators) {
    const at = merged.findIndex((known) => isSame(known, next));
    const known = merged[at];
    if (!known) merged.push(next);
    else
      merged[at] = {
        name: normal(next.name).length > normal(known.name).length ? next.name : known.name,
        words: unique([...known.words, ...next.words]),
        info: uniqueInfo([...known.info, ...next.info]),
        lineIds: unique([...known.lineIds, ...next.lineIds]),
        // Said of behavioural health as a whole by one of them, it is no matter of single services.
        services: known.services.length === 0 || next.services.length === 0 ? [] : [...known.services, ...next.services],
      };
  }
  const [named, nameless] = [merged.filter((each) => each.name !== null), merged.filter((each) => each.name === null)];
  if (nameless.length === 0 || named.length > 0) return named.map((each, index) => (index === 0 ? addWords(each, nameless) : each));
  return [addWords({ name: null, words: [], info: [], lineIds: [], services: [] }, nameless)];
}

/** Texts without a name speak of the one that is named. */
const addWords = (administrator: Administrator, others: Administrator[]): Administrator => ({
  ...administrator,
  words: unique([...administrator.words, ...others.flatMap((other) => other.words)]),
  info: uniqueInfo([...administrator.info, ...others.flatMap((other) => other.info)]),
  lineIds: unique([...administrator.lineIds, ...others.flatMap((other) => other.lineIds)]),
});

function toFacts(administrator: Administrator): CoverageWarning['facts'] {
  const info = administrator.info.map((line) => {
    const at = line.indexOf(': ');
    return at < 0 ? { label: 'Note', value: line } : { label: line.slice(0, at), value: line.slice(at + 2) };
  });
  const services = unique(administrator.services.map(({ name }) => name));
  return [
    ...(administrator.name === null ? [] : [{ label: 'Name', value: administrator.name }]),
    ...info,
    ...(services.length === 0 ? [] : [{ label: 'Said for', value: services.join(', ') }]),
  ];
}

const ofPlan = (plan: Plan): Administrator[] => plan.benefit_groups.flatMap((group) => [...ofContactLines(group), ...ofOtherPayers(group)]);

/** Substance use alone is not behavioural health as a whole: the two are never merged (product.md 10.5). */
const isSubstanceUseOnly = ({ services }: Administrator) => services.length > 0 && services.every(({ code }) => isSubstanceUse(code));

const subjectOf = (administrator: Administrator) => (isSubstanceUseOnly(administrator) ? 'Substance use treatment' : 'Behavioral health');

/** The answering payer itself is none. */
function administratorsOf(coverage: Coverage): Administrator[] {
  const isOther = ({ name }: Administrator) => name === null || normal(name) !== normal(coverage.payer_name);
  return merge([...coverage.plans.flatMap(ofPlan), ...ofTexts(coverage)].filter(isOther));
}

export interface HandledElsewhere {
  /** "another company" where nobody named it. */
  name: string;
  /** False: behavioural health as a whole. */
  isSubstanceUseOnly: boolean;
}

/** Who handles behavioural health in the place of the coverage's plans; what they say of it does not count then. */
export function handledElsewhere(coverage: Coverage): HandledElsewhere[] {
  return administratorsOf(coverage).map((each) => ({ name: each.name ?? 'another company', isSubstanceUseOnly: isSubstanceUseOnly(each) }));
}

/** One warning for each other company that administers behavioural health. */
export function carveOutWarnings(coverage: Coverage): CoverageWarning[] {
  return administratorsOf(coverage).map((administrator) =>
    aWarning({
      kind: 'carve-out',
      severity: 'danger',
      title: `${subjectOf(administrator)} is handled by ${administrator.name ?? 'another company'}`,
      payer_words: administrator.words,
      action: `Check with ${administrator.name ?? 'that company'} now: amounts shown here may not apply to ${subjectOf(administrator).toLowerCase()}.`,
      facts: toFacts(administrator),
      line_ids: administrator.lineIds,
    }),
  );
}
