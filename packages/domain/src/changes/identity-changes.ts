/** Who the payer says the patient is, and which plan and group it is (product.md 18.4). */
import type { Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { usDate } from '../inquiries/calendar-day.ts';
import { deathWarnings } from '../inquiries/coverage/date-warnings.ts';
import { nameLetters, nameWords, withoutSuffix } from '../inquiries/patient-name.ts';
import { type Findings, type Found, found, noFindings } from './comparison.ts';
import type { PlanPair } from './measured-changes.ts';
import { isOfDeath, planDates } from './plan-dates.ts';
import { differ, isSaid, plainWords } from './plain-words.ts';

type Person = NonNullable<Coverage['patient']> | NonNullable<Coverage['subscriber']>;

const memberIdOf = ({ patient, subscriber }: Coverage): string | null => patient?.member_id ?? subscriber?.member_id ?? null;

function memberIdChanges(before: Coverage, after: Coverage): Found[] {
  const [was, is] = [memberIdOf(before), memberIdOf(after)];
  const ids = (coverage: Coverage) => [coverage.patient?.member_id ?? null, coverage.subscriber?.member_id ?? null].map(plainWords);
  if (was === null || is === null || !differ(was, is) || (ids(before).includes(plainWords(is)) && ids(after).includes(plainWords(was))))
    return [];
  return [found('member-id-changed', { before: was, after: is })];
}

const initialless = (words: string[]) => (words.length > 1 && words.at(-1)?.length === 1 ? words.slice(0, -1) : words);
/** A middle name or initial may come with the first name, on its own, or not at all. */
const firstOf = (person: Person) => initialless(nameWords([person.first_name, person.middle_name].filter(isSaid).join(' '))).join('');

function isOtherFirstName(a: Person, b: Person): boolean {
  if (!isSaid(a.first_name) || !isSaid(b.first_name)) return false;
  const [one, other] = [initialless(nameWords(a.first_name)).join(''), initialless(nameWords(b.first_name)).join('')];
  return one !== other && firstOf(a) !== firstOf(b);
}

function isOtherLastName(a: Person, b: Person): boolean {
  const of = (person: Person) => withoutSuffix(nameWords(person.last_name ?? '')).join('');
  return of(a) !== '' && of(b) !== '' && of(a) !== of(b);
}

const isOtherGender = (a: Person, b: Person) => {
  const [one, other] = [a, b].map(({ gender }) => plainWords(gender).slice(0, 1));
  return one !== '' && other !== '' && one !== 'u' && other !== 'u' && one !== other;
};

const nameOf = (person: Person) => [person.first_name, person.middle_name, person.last_name, person.suffix].filter(isSaid).join(' ');

/** What of a person reads otherwise, in words for before and after. */
function correctionsOf(a: Person, b: Person): { label: string; before: string; after: string }[] {
  const isOtherName =
    isOtherFirstName(a, b) ||
    isOtherLastName(a, b) ||
    (isSaid(a.suffix) && isSaid(b.suffix) && nameLetters(a.suffix) !== nameLetters(b.suffix));
  return [
    ...(isOtherName ? [{ label: 'name', before: nameOf(a), after: nameOf(b) }] : []),
    ...(a.dob !== null && b.dob !== null && a.dob !== b.dob
      ? [{ label: 'date of birth', before: usDate(a.dob), after: usDate(b.dob) }]
      : []),
    ...(isOtherGender(a, b) ? [{ label: 'gender', before: a.gender ?? '', after: b.gender ?? '' }] : []),
  ];
}

const relationOf = ({ patient }: Coverage) => patient?.relationship ?? null;
const hasMark = ({ notices }: Coverage) => notices.some(({ kind }) => kind === 'update-your-records');
const PRIOR_ID = /^prior id/i;
const priorIdOf = ({ patient, subscriber }: Coverage) =>
  [...(patient?.facts ?? []), ...(subscriber?.facts ?? [])].find(({ label }) => PRIOR_ID.test(label))?.value ?? null;

/** `isOtherSource`: words for relationship and gender differ by who carries them. */
function correctionChanges(before: Coverage, after: Coverage, isOtherSource: boolean): Found[] {
  const people = (coverage: Coverage) => ({
    patient: coverage.patient ?? coverage.subscriber,
    subscriber: coverage.patient === null ? null : coverage.subscriber,
  });
  const [was, is] = [people(before), people(after)];
  const ofPatient = was.patient && is.patient ? correctionsOf(was.patient, is.patient) : [];
  const ofSubscriber = was.subscriber && is.subscriber ? correctionsOf(was.subscriber, is.subscriber) : [];
  const told = new Set(ofPatient.map(({ after: words }) => words));
  const relation =
    !isOtherSource && differ(relationOf(before), relationOf(after))
      ? [{ label: 'relationship', before: relationOf(before) ?? '', after: relationOf(after) ?? '' }]
      : [];
  const corrections = [
    ...ofPatient,
    ...ofSubscriber.filter(({ after: words }) => !told.has(words)).map((each) => ({ ...each, label: `${each.label} of the subscriber` })),
    ...relation,
  ];
  if (corrections.length === 0) return [];
  const words = (side: 'before' | 'after') => corrections.map((each) => `${each.label} ${each[side]}`).join('; ');
  return [found('identity-corrected', { before: words('before'), after: words('after') })];
}

/** The payer marks its record as other than what was asked (INS 001/25), or names an id that was (REF Q4). */
function markChanges(before: Coverage, after: Coverage): Found[] {
  const [was, is] = [priorIdOf(before), priorIdOf(after)];
  const isNewId = is !== null && plainWords(is) !== plainWords(was);
  if ((!hasMark(after) || hasMark(before)) && !isNewId) return [];
  return [found('identity-corrected', { after: isNewId ? `prior ID ${is}` : "the payer's record differs from what was asked" })];
}

const isDeceased = (coverage: Coverage): boolean =>
  deathWarnings(coverage).length > 0 ||
  [...coverage.facts, ...coverage.plans.flatMap((plan) => [...planDates(plan), ...plan.facts])].some(({ label }) => isOfDeath(label));

export function personChanges(before: Coverage, after: Coverage, isOtherSource: boolean): Findings {
  const [deadBefore, deadAfter] = [before, after].map(isDeceased);
  const ids = memberIdChanges(before, after);
  const corrections = correctionChanges(before, after, isOtherSource);
  // A mark says that something was corrected; where it is seen what, that is told.
  const marks = ids.length + corrections.length > 0 || isOtherSource ? [] : markChanges(before, after);
  return {
    ...noFindings(),
    changes: [...(deadAfter === true && deadBefore === false ? [found('deceased')] : []), ...ids, ...corrections, ...marks],
  };
}

/** "GOLD 2026" and "GOLD 2027" are one plan in two years. */
const withoutYear = (name: string | null) => (name === null ? null : name.replaceAll(/\b20\d\d\b/g, ''));

type Field = 'name' | 'number' | 'insurance_type';
const IDENTITY: readonly { field: Field; label: string }[] = [
  { field: 'name', label: '' },
  { field: 'number', label: 'plan number ' },
  { field: 'insurance_type', label: 'type ' },
];

interface PlanInput {
  plans: PlanPair;
  /** It leads in one of the answers. */
  isLeading: boolean;
  isOtherSource: boolean;
  /** Told already: the plan's type says Medicare Advantage. */
  isAdvantage: boolean;
}

function differingFields({ plans: { before, after }, isOtherSource, isAdvantage }: PlanInput) {
  return IDENTITY.filter(({ field }) => {
    // Names and types come in each clearinghouse's own words.
    if (isOtherSource && field !== 'number') return false;
    if (field === 'insurance_type' && isAdvantage) return false;
    return differ(before[field], after[field]);
  });
}

function planChange(input: PlanInput): Found[] {
  const { before, after } = input.plans;
  const fields = differingFields(input);
  if (fields.length === 0) return [];
  const words = (plan: Plan) => fields.map(({ field, label }) => `${label}${plan[field] ?? ''}`).join(', ');
  const isOnlyYear = fields.every(({ field }) => field === 'name') && !differ(withoutYear(before.name), withoutYear(after.name));
  const code = input.isLeading && !isOnlyYear ? 'plan-changed' : 'words-only';
  return [found(code, { plan: input.plans.name, before: words(before), after: words(after), subject: 'Plan' })];
}

function groupChange({ plans: { before, after, name }, isOtherSource }: PlanInput): Found[] {
  const isOtherNumber = differ(before.group_number, after.group_number);
  const isOtherName = !isOtherSource && differ(before.group_name, after.group_name);
  if (!isOtherNumber && !isOtherName) return [];
  const words = (plan: Plan) => [plan.group_name, plan.group_number].filter(isSaid).join(', ');
  return [found('group-changed', { plan: name, before: words(before), after: words(after) })];
}

function networkChange({ plans: { before, after, name }, isOtherSource }: PlanInput): Found[] {
  if (isOtherSource || !differ(before.plan_network_name, after.plan_network_name)) return [];
  return [found('network-name-changed', { plan: name, before: before.plan_network_name, after: after.plan_network_name })];
}

const HEAD_FIELDS: readonly {
  field: 'name' | 'number' | 'insurance_type' | 'group_number' | 'group_name' | 'plan_network_name';
  label: string;
}[] = [
  { field: 'name', label: 'Plan' },
  { field: 'number', label: 'Plan number' },
  { field: 'insurance_type', label: 'Insurance type' },
  { field: 'group_number', label: 'Group number' },
  { field: 'group_name', label: 'Group name' },
  { field: 'plan_network_name', label: 'Plan network' },
];

export function planIdentityChanges(input: PlanInput): Findings {
  const { before, after, name } = input.plans;
  const findings = noFindings();
  findings.changes.push(...planChange(input), ...groupChange(input), ...networkChange(input));
  for (const { field, label } of HEAD_FIELDS) {
    const [was, is] = [before[field], after[field]];
    const aFact = (value: string) => ({ plan: name, serviceCode: '30', service: null, words: `${label}: ${value}`, lineIds: [] });
    if (isSaid(was) && !isSaid(is)) findings.gone.push(aFact(was));
    else if (isSaid(is) && !isSaid(was)) findings.added.push(aFact(is));
  }
  return findings;
}
