/** Who else pays, and who handles behavioural health in the payer's place (product.md 18.4). */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { type Administrator, carveOuts } from '../inquiries/coverage/carve-out.ts';
import { isCompanyOrPart, isSameCompany } from '../inquiries/coverage/company-names.ts';
import { medicareAdvantageWords, otherParties, type Party } from '../inquiries/coverage/other-payer-warnings.ts';
import { saysOtherInsurance } from '../inquiries/coverage/other-payer-words.ts';
import { type SaidText, textsOfCoverage } from '../inquiries/coverage/said-texts.ts';
import { type Findings, type Found, found, noFindings, type Unpaired } from './comparison.ts';
import { plainWords, unique, wordsNotIn } from './plain-words.ts';

/** What one answer tells of other companies. */
interface Told {
  administrators: Administrator[];
  parties: Party[];
  primaries: Party[];
  /** Texts that say that somebody else pays first. */
  first: string[];
  /** Texts that tell of other insurance. */
  insurance: string[];
  advantage: string[];
}

function toldBy(coverage: Coverage, texts: SaidText[]): Told {
  const administrators = carveOuts(coverage, texts);
  const { said, parties, primaries } = otherParties(coverage, texts, administrators);
  const others = parties.filter(({ name }) => !administrators.some((each) => isCompanyOrPart(each.name, name)));
  return {
    administrators,
    parties: others,
    primaries,
    first: said.map(({ text }) => text),
    insurance: texts.filter(({ text, isName }) => !isName && saysOtherInsurance(text)).map(({ text }) => text),
    advantage: medicareAdvantageWords(coverage, texts, parties),
  };
}

export interface PayerFindings extends Findings {
  /** Behavioural care is another company's to tell now. */
  isCarvedOut: boolean;
  /** Texts that are told by these changes. */
  texts: string[];
  /** Companies of which these changes tell. */
  companies: string[];
}

const isSame = (a: { name: string | null }, b: { name: string | null }) =>
  (a.name === null && b.name === null) || isSameCompany(a.name, b.name) || isCompanyOrPart(a.name, b.name);

const nameOf = ({ name }: { name: string | null }) => name ?? 'another company';
const namesOf = (companies: readonly { name: string | null }[]): string | null =>
  unique(companies.map(nameOf)).toSorted().join('; ') || null;
const idsOf = (companies: readonly { lineIds: string[] }[]) => unique(companies.flatMap(({ lineIds }) => lineIds)).toSorted();

const memberIdOf = ({ info }: Administrator): string | null => {
  const line = info.find((each) => /^member id:/i.test(each));
  return line === undefined ? null : line.slice(line.indexOf(':') + 1).trim();
};

function aChange(code: Found['code'], before: readonly (Party | Administrator)[], after: readonly (Party | Administrator)[]): Found {
  return found(code, { before: namesOf(before), after: namesOf(after), beforeIds: idsOf(before), afterIds: idsOf(after) });
}

const gone = (words: string, lineIds: string[]): Unpaired => ({ plan: null, serviceCode: '30', service: null, words, lineIds });

/** The member id at the same company, or what it handles. */
function sameAdministrator(before: Administrator, after: Administrator): Found[] {
  const [id, nowId] = [memberIdOf(before), memberIdOf(after)];
  const isOtherId = id !== null && nowId !== null && plainWords(id) !== plainWords(nowId);
  const words = (each: Administrator, memberId: string | null) =>
    [nameOf(each), memberId === null ? null : `member ID ${memberId}`].filter(Boolean).join(', ');
  const isWider = before.subject === 'substance-use' && after.subject === 'behavioural';
  if (!isOtherId && !isWider) return [];
  return [{ ...aChange('carve-out-changed', [before], [after]), before: words(before, id), after: words(after, nowId) }];
}

function administratorChanges(before: Told, after: Told): Findings {
  const findings = noFindings();
  const kept = after.administrators.flatMap((each) => {
    const known = before.administrators.find((other) => isSame(other, each));
    return known === undefined ? [] : [[known, each] as const];
  });
  const fresh = after.administrators.filter((each) => !kept.some(([, known]) => known === each));
  const left = before.administrators.filter((each) => !kept.some(([known]) => known === each));
  findings.changes.push(...kept.flatMap(([was, is]) => sameAdministrator(was, is)));
  if (fresh.length > 0) findings.changes.push(aChange(left.length > 0 ? 'carve-out-changed' : 'carve-out-appeared', left, fresh));
  else if (left.length > 0) findings.gone.push(gone(`Behavioral health handled by ${namesOf(left)}`, idsOf(left)));
  return findings;
}

/** Whom the plan leaves drugs to pays nothing for care; who runs it for another is told as a company. */
const isPharmacy = ({ role }: Party) => /\b(?:pharmacy|prescription|drug|pbm|part d)\b/i.test(role);

/** That it is Medicare Advantage is told of it, wherever it says so. */
const isAdvantage = ({ name, role, texts, remarks }: Party, advantage: readonly string[]) =>
  [name, role, ...texts, ...remarks.map(({ value }) => value)].some((words) => words !== null && advantage.includes(words));

function payerChanges(before: Told, after: Told): Findings {
  const findings = noFindings();
  const newAdvantage = before.advantage.length === 0 ? after.advantage : [];
  const wasNamed = (party: Party) => [...before.parties, ...before.administrators].some((other) => isSame(other, party));
  const nowPrimary = after.primaries.filter((party) => !before.primaries.some((other) => isSame(other, party)));
  if (newAdvantage.length > 0) findings.changes.push(found('medicare-advantage-appeared', { after: newAdvantage.join('; ') }));
  const untold = nowPrimary.filter((party) => !isAdvantage(party, newAdvantage));
  const isFirstSaid = before.first.length === 0 && before.primaries.length === 0 && after.first.length > 0 && after.primaries.length === 0;
  if (untold.length > 0) {
    const known = before.parties.filter((other) => untold.some((party) => isSame(other, party)));
    findings.changes.push(aChange('other-payer-now-primary', before.primaries.length > 0 ? before.primaries : known, untold));
  } else if (isFirstSaid) findings.changes.push(found('other-payer-now-primary', { after: after.first.join('; ') }));
  const appeared = after.parties.filter(
    (party) =>
      !wasNamed(party) && !nowPrimary.some((other) => isSame(other, party)) && !isPharmacy(party) && !isAdvantage(party, newAdvantage),
  );
  const isInsuranceSaid =
    before.insurance.length === 0 && before.parties.length === 0 && after.insurance.length > 0 && after.parties.length === 0;
  if (appeared.length > 0) findings.changes.push(aChange('other-payer-appeared', [], appeared));
  else if (isInsuranceSaid && !isFirstSaid && after.first.length === 0)
    findings.changes.push(found('other-payer-appeared', { after: after.insurance.join('; ') }));
  const isStillNamed = (party: Party) => [...after.parties, ...after.administrators].some((other) => isSame(other, party));
  const left = before.parties.filter((party) => !isStillNamed(party));
  if (left.length > 0) findings.gone.push(gone(`Other payer: ${namesOf(left)}`, idsOf(left)));
  const noLonger = before.primaries.filter((party) => !after.primaries.some((other) => isSame(other, party)) && isStillNamed(party));
  if (noLonger.length > 0 && untold.length === 0)
    findings.changes.push({
      ...aChange('words-only', noLonger, []),
      before: `${namesOf(noLonger)} pays first`,
      after: 'not said any more to pay first',
      subject: 'Other payer',
    });
  return findings;
}

/** Texts of which the changes tell, so that nobody reads of them twice. */
function textsTold(before: Told, after: Told): string[] {
  const of = ({ administrators, parties, first, insurance, advantage }: Told) => [
    ...administrators.flatMap(({ words }) => words),
    ...parties.flatMap(({ texts, remarks }) => [...texts, ...remarks.map(({ label, value }) => `${label}: ${value}`)]),
    ...first,
    ...insurance,
    ...advantage,
  ];
  return [...wordsNotIn(of(after), of(before)), ...wordsNotIn(of(before), of(after))];
}

/** A text that differs in case or punctuation alone is read as it was worded before: what is read out of it does not change either. */
function asWordedIn(known: SaidText[], texts: SaidText[]): SaidText[] {
  const exact = new Set(known.map(({ text }) => text));
  const fresh = texts.filter(({ text }) => !exact.has(text));
  if (fresh.length === 0) return texts;
  const wordings = new Map(known.map(({ text }) => [plainWords(text), text]));
  return texts.map((said) => (exact.has(said.text) ? said : { ...said, text: wordings.get(plainWords(said.text)) ?? said.text }));
}

/** `isOtherSource`: what only a text says is left out of account. */
export function otherCompanyChanges(before: Coverage, after: Coverage, isOtherSource: boolean): PayerFindings {
  const known = isOtherSource ? [] : textsOfCoverage(before);
  const texts = isOtherSource ? [] : asWordedIn(known, textsOfCoverage(after));
  const [was, is] = [toldBy(before, known), toldBy(after, texts)];
  const [administrators, payers] = [administratorChanges(was, is), payerChanges(was, is)];
  const changes = [...administrators.changes, ...payers.changes];
  const isTold = changes.length + administrators.gone.length + payers.gone.length > 0;
  const companies = [...was.administrators, ...is.administrators, ...was.parties, ...is.parties].flatMap(({ name }) => name ?? []);
  return {
    changes,
    gone: [...administrators.gone, ...payers.gone],
    added: [],
    isCarvedOut: administrators.changes.length > 0,
    texts: isTold ? textsTold(was, is) : [],
    companies: isTold ? companies : [],
  };
}
