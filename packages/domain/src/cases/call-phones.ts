/** Which number to call and why that one: each that is known, the best first (product.md 20.2). */
import type { PhoneChoice, PhoneOrigin } from '@coverlight/contract/cases/call-sheet.schema.ts';
import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import type { Contact, Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { LEVELS_OF_CARE } from '../inquiries/coverage/care-levels.ts';
import { carveOuts } from '../inquiries/coverage/carve-out.ts';
import { isCompanyOrPart } from '../inquiries/coverage/company-names.ts';
import { linesOfGroup } from '../inquiries/coverage/said-texts.ts';

/** One of the platform's own list. */
export interface ListedPhone {
  kind: 'eligibility' | 'authorization' | 'claims';
  phone: string;
}

export interface PhoneInput {
  /** The company that is called. */
  company: string;
  /** Answers that name it or are its own, the nearest first. */
  answers: readonly { coverage: Coverage; plan: Plan; isOwn: boolean }[];
  levels: readonly CareLevelKey[];
  listed: readonly ListedPhone[];
}

const PHONE = /^[^:]*(?:phone|telephone)[^:]*:\s*(.+)$/i;
const FOR_PROVIDERS = /provider|benefit|eligib/i;

const numbersIn = (info: readonly string[]): string[] =>
  info.flatMap((line) => {
    const number = PHONE.exec(line)?.[1]?.trim();
    return number === undefined || /fax/i.test(line) ? [] : [number];
  });

const choice = (phone: string, origin: PhoneOrigin, name: string | null, words: string): PhoneChoice => ({ phone, origin, name, words });

const ofContacts = (contacts: readonly Contact[], origin: PhoneOrigin, words: string): PhoneChoice[] =>
  contacts.flatMap(({ name, category, info }) => numbersIn(info).map((phone) => choice(phone, origin, name ?? category, words)));

const isForProviders = ({ name, category }: Contact) => FOR_PROVIDERS.test(`${name ?? ''} ${category ?? ''}`);

function ofAnswer({ coverage, plan, isOwn }: PhoneInput['answers'][number], { company, levels }: PhoneInput): PhoneChoice[] {
  const administrators = carveOuts({ ...coverage, plans: [plan] })
    .filter(({ name }) => isCompanyOrPart(name, company))
    .flatMap(({ name, info }) =>
      numbersIn(info).map((phone) =>
        choice(phone, 'administrator', name, 'The answer gives it for the company that administers behavioral health'),
      ),
    );
  if (!isOwn) return administrators;
  const codes = new Set(LEVELS_OF_CARE.filter(({ key }) => levels.includes(key)).flatMap(({ own, near }) => [...own, ...near]));
  const groups = plan.benefit_groups.filter(({ code }) => code !== null && codes.has(code));
  const onService = groups.flatMap((group) => [...group.contacts, ...linesOfGroup(group).flatMap(({ contacts }) => contacts)]);
  const forProviders = plan.contacts.filter(isForProviders);
  const others = [
    ...plan.contacts.filter((contact) => !isForProviders(contact)),
    ...plan.benefit_groups.filter((group) => !groups.includes(group)).flatMap(({ contacts }) => contacts),
  ];
  return [
    ...administrators,
    ...ofContacts(onService, 'service-contact', 'The answer gives it beside the service'),
    ...ofContacts(forProviders, 'plan-contact', 'The answer gives it for providers, benefits or eligibility'),
    ...ofContacts(others, 'payer-contact', 'The answer gives it for the plan'),
  ];
}

const ORDER: readonly PhoneOrigin[] = ['administrator', 'service-contact', 'plan-contact', 'payer-contact', 'payer-list', 'typed'];
const KIND_WORDS: Readonly<Record<ListedPhone['kind'], string>> = {
  eligibility: 'Our list of payers has it for eligibility and benefits',
  authorization: 'Our list of payers has it for authorizations',
  claims: 'Our list of payers has it for claims',
};
const KINDS = ['eligibility', 'authorization', 'claims'] as const;

const digits = (phone: string) => phone.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');

/** A number that is known twice stands where it is better known. */
export function phonesToCall(input: PhoneInput): PhoneChoice[] {
  const listed = KINDS.flatMap((kind) =>
    input.listed.filter((each) => each.kind === kind).map(({ phone }) => choice(phone, 'payer-list', input.company, KIND_WORDS[kind])),
  );
  const all = [...input.answers.flatMap((answer) => ofAnswer(answer, input)), ...listed];
  const sorted = all.toSorted((a, b) => ORDER.indexOf(a.origin) - ORDER.indexOf(b.origin));
  const known = new Set<string>();
  return sorted.filter(({ phone }) => {
    const key = digits(phone);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}
