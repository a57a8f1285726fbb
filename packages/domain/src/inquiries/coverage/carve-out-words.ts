/**
 * Finds in a payer's free text that another company administers behavioural health (product.md 10.6). Wordings differ from
 * payer to payer; a sentence counts only where it says so, not where it denies it or speaks of pharmacy or imaging.
 */
import { namesBehavioural, namesSubstanceAlone } from './behavioural-words.ts';
import { isCompanyOrPart } from './company-names.ts';
import { piecesOf } from './text-pieces.ts';

export interface CarveOutWords {
  /** The administrator's name as written; null where the text names none. */
  administrator: string | null;
  phone: string | null;
  /** The sentence that says so. */
  words: string;
  /** What the sentence itself names; null: nothing, and what it stands under tells. */
  subject: 'behavioural' | 'substance-use' | null;
}

// Companies that administer behavioural health for others. Their pharmacy and imaging arms are something else.
const COMPANIES =
  /\b(Magellan|Carelon|Optum|Evernorth|Beacon(?: Health)?(?: Options)?|ValueOptions|Value Behavioral|Lucet|New Directions|ComPsych|Cenpatico|PerformCare|United Behavioral Health|UBH|MHN|Managed Health Network|LifeSynch|Quest Behavioral|Community Care Behavioral|Horizon Behavioral|Tivity Behavioral)\b(?!\s*-?\s*(?:Rx|Bank|Financial|Medical Benefits|Imaging|Perks|Store|Now))/i;
/** "Drug treatment" is no pharmacy. */
const OTHER_DOMAIN =
  /\b(?:pharmac\w*|prescription|drugs?(?! (?:and|&|or) alcohol| abuse| addiction| treatment| rehab| dependen| detox)|rx|dental|vision|imaging|radiology|hsa|fsa|hra|flu|vaccin\w*|therapy caps?|telehealth|telemedicine|virtual|online|digital|apps?|coaching)\b/i;
// "Covered with" and "paid to" name conditions and payees as often as companies.
const PAYS = 'provided|covered|paid';
const RUNS = String.raw`administered|admin|adm|managed|handled|serviced|underwritten|delegated|contracted|sub-?contracted|outsourced|processed|moved|transferred|transitioned|assigned`;
const VERB = `${RUNS}|${PAYS}`;
const PHRASE = new RegExp(
  [
    String.raw`\b(?:${RUNS})(?:\s+\w+){0,2}?\s+(?:by|to|through|thru|via|with)\b`,
    String.raw`\b(?:${PAYS})(?:\s+\w+){0,2}?\s+(?:by|through|thru)\b`,
    String.raw`\b(?:svcs?|services|benefits?|coverage|claims|health|abuse|treatment)\s+(?:are\s+|is\s+)?(?:through|thru|via)\b`,
    String.raw`\b(?:falls?|comes?)\s+under\b`,
    String.raw`\b(?:vendor|administrator|carrier|manager|TPA|MBHO|MCO|payer|payor)\s*(?::|=|-)(?=\s)`,
    String.raw`\b(?:call|contact|refer to|directed to|bill|(?:send|sent|submit|submitted|mail|mailed)(?:\s+\w+){0,5}?\s+to|benefits? (?:are |is )?with|(?:vendor|administrator|carrier|manager|tpa|payer|payor) is|eligibility (?:is )?(?:through|with)|responsibility of)\b`,
  ].join('|'),
  'i',
);
/** "Cedar Ridge Partners administers behavioral health": the company stands before its verb. */
const ACTIVE =
  /\b(?:administers?|manages?|handles?|processes|adjudicates|is (?:the|your|our) (?:[\w/]+ ){0,4}(?:vendor|administrator|carrier|manager|tpa)|is responsible for|pays for|provides? (?:all )?(?:the |your )?(?:behavioral|mental|substance|psychiatric))\b/i;
const CARVED = /\bcarv(?:e|es|ed|ing)[\s-]*(?:-\s*)?outs?\b/i;
const SOMEBODY_ELSE =
  /\b(?:a|an|the)?\s*(?:separate|different|another|third[- ]party|outside|independent|specialty|external)\s+(?:behavioral health |mental health )?(?:vendor|company|organi[sz]ation|administrator|carrier|payer|payor|plan|entity|tpa|insurer|mco)\b|\bthird[- ]party\b/i;

// "no longer", "not separately", "no behavioral health": a denial stands right before what it denies.
const DENIED_BEFORE =
  /\b(?:not|never|no|no longer|without|isn't|aren't|wasn't|doesn't|don't|formerly|previously|neither|nor)\s+(?:[\w/-]+\s+){0,4}$/i;
/** Benefits that came back: the company named is the one they left. */
const RETURNED = /\b(?:returned|returning|(?:moved|brought|transitioned|transferred) back|(?:brought|taken) in-?house)\b/i;
/** What was, unless it still is. */
const PAST = new RegExp(String.raw`\b(?:was|were|had been|used to be)\s+(?:\w+\s+)?(?:${VERB})\b`, 'i');
const NOW = /\b(?:now|is|are)\b/i;
const DENIED_AFTER =
  /^\s*(?:[\w/-]+\s+){0,3}(?:does not|do not|did not|is not|isn't|doesn't|are not|no longer|not applicable|n\/a|was|were|used to)\b/i;

/** Words that are nobody's name: the payer itself, clinicians, the member's own plan, what a benefit consists of. */
const NOBODY =
  /^(?:the |this |your |our |a |an |his |her |their |any |all )?(?:health |medical )?(?:plan|payer|payor|us|our|in-?house|provider|physician|pcp|primary care\b.*|doctor|nurse|clinician|licensed|qualified|network|participating|non-?participating|in-?network|out-?of-?network|contracted|member|subscriber|patient|employer|employee|group|hospital|facility|january|february|march|april|may|june|july|august|september|october|november|december|age|customer|member services|provider services|number|phone|same|company|co-?pay\w*|co-?insurance|deductible|prior|pre-?auth\w*|pre-?cert\w*|authorization|referral|medical|major|tier|visits?|days?|limits?|eap|support|it|appropriate|state|county|claims?|benefits?|services?|eligibility|medicare|psychologist|psychiatrist|therapist|counselor|social|no|not|none|and|or|more|further|questions?|info\w*|details?|additional|unlimited|auth|specialist|full(?: benefits?| coverage| payment| cost|$)|approval|third[- ]party)\b/i;
/** A department, not a company: "the Behavioral Health Unit". */
const ONLY_GENERIC =
  /^(?:(?:the|behaviou?ral|mental|health|substance|abuse|use|disorder|care|coordination|department|dept|unit|team|line|services?|customer|member|provider|utilization|management|um|mh|sa|bh|sud|and|of|benefits?|case|intake|clinical)\s*)+$/i;

const PHONE = /(?:\+?1[-. ]?)?\(?\d{3}\)?[-. ]?\d{3}[-. ]?\d{4}\b/;
const STOP_WORDS =
  /^(?:call|at|phone|ph|tel|for|please|contact|visit|on|under|using|and|or|if|when|who|which|not|with|via|to|effective|eff|as|the|claims|prior|see|benefits?|before|from|in|is|are|has|po|p\.o\.|www\S*|https?\S*)$/i;

const sentencesOf = (text: string): string[] => piecesOf(text, /[;\n\r|*]+|\.(?=\s|$)/);

const CLAUSE_END = /\s*(?:,|\s-\s|\band\b|\bbut\b|\bwhile\b|\bwhereas\b)\s*/i;

/** "Mental health is managed by A and substance use is managed by B" says two things. */
function clausesOf(sentence: string): string[] {
  const ends = [...sentence.matchAll(new RegExp(CLAUSE_END, 'gi'))];
  const split = ends.find((end) => {
    const [before, after] = [sentence.slice(0, end.index), sentence.slice(end.index + end[0].length)];
    return [before, after].every((clause) => namesBehavioural(clause) && PHRASE.test(clause));
  });
  if (!split) return [sentence];
  return [sentence.slice(0, split.index).trim(), ...clausesOf(sentence.slice(split.index + split[0].length).trim())];
}

function isDenied(sentence: string, match: RegExpExecArray): boolean {
  // A comma ends what a denial reaches.
  const before = sentence.slice(0, match.index).split(',').at(-1) ?? '';
  return DENIED_BEFORE.test(before);
}

/** Up to six words that read as a name: capitalised, or anything but stop words where the whole text is in capitals. */
function readName(after: string, sentence: string): string | null {
  const isShouting = sentence === sentence.toUpperCase();
  const name: string[] = [];
  for (const token of after.trim().split(/\s+/)) {
    const word = token.replaceAll(/^[("']+|[)"',:]+$/g, '');
    const joins = /^(?:of|&)$/i.test(word) && name.length > 0;
    if (word === '' || /\d{3}|\d[%$]|[%$]\d/.test(word) || STOP_WORDS.test(word) || name.length === 6) break;
    if (!joins && !isShouting && !/^[A-Z]/.test(word)) break;
    name.push(word);
    if (/[,:)]$/.test(token)) break;
  }
  const read = name.join(' ').replace(/ (?:of|&)$/i, '');
  return read === '' || NOBODY.test(read) || ONLY_GENERIC.test(read) ? null : read;
}

function nameAfter(sentence: string, phrase: RegExpExecArray): string | null {
  const after = sentence
    .slice(phrase.index + phrase[0].length)
    .replace(/^[\s:=-]*(?:(?:the|by|to|through|thru|our vendor|vendor)[\s:]+)*/i, '');
  return readName(after, sentence);
}

/** The words right before a verb that read as a name. */
function nameBefore(sentence: string, verb: RegExpExecArray): string | null {
  const words = sentence
    .slice(0, verb.index)
    .replace(/^.*[,:]\s*/, '')
    .trim()
    .split(/\s+/);
  const isShouting = sentence === sentence.toUpperCase();
  const first = words.findIndex((_, index) => words.slice(index).every((word) => isShouting || /^(?:[A-Z]|of$|&$)/.test(word)));
  if (first < 0 || words.length - first > 6) return null;
  const name = words
    .slice(first)
    .join(' ')
    .replace(/^(?:the|effective)\s+/i, '');
  return name === '' || NOBODY.test(name) || ONLY_GENERIC.test(name) || /^(?:who|which|that|we|he|she|they|\d.*)$/i.test(name)
    ? null
    : name;
}

interface Where {
  /** The text stands on a behavioural service, so it need not say "behavioral" itself. */
  isBehavioural: boolean;
  payerName: string | null;
  /** It is a name, or may be one: a known company in it says nothing by itself. */
  isName?: boolean;
}

/** The phrase and who it names; a later phrase of the sentence may name somebody where the first does not. */
function readPhrase(sentence: string): { phrase: RegExpExecArray | null; name: string | null } {
  let first: RegExpExecArray | null = null;
  for (const match of sentence.matchAll(new RegExp(PHRASE, 'gi'))) {
    first ??= match;
    const name = isDenied(sentence, match) ? null : nameAfter(sentence, match);
    if (name !== null) return { phrase: match, name };
  }
  return { phrase: first, name: null };
}

function readSentence(sentence: string, where: Where): CarveOutWords | null {
  // Most sentences say nothing of the kind.
  if (![COMPANIES, PHRASE, CARVED, ACTIVE].some((pattern) => pattern.test(sentence))) return null;
  const company = COMPANIES.exec(sentence);
  const { phrase, name: named } = readPhrase(sentence);
  const carved = CARVED.exec(sentence);
  const active = ACTIVE.exec(sentence);
  const signal = carved ?? phrase ?? active ?? (where.isName ? null : company);
  if (!signal || RETURNED.test(sentence) || isDenied(sentence, signal) || (company && isDenied(sentence, company))) return null;
  if (PAST.test(sentence) && !NOW.test(sentence)) return null;
  const isAboutIt = namesBehavioural(sentence);
  if (!isAboutIt && (!where.isBehavioural || OTHER_DOMAIN.test(sentence))) return null;
  if (isAboutIt && !carved && OTHER_DOMAIN.test(sentence) && !phraseFollowsBehavioural(sentence, phrase ?? active)) return null;
  const subject = isAboutIt ? (namesSubstanceAlone(sentence) ? 'substance-use' : 'behavioural') : null;
  const found = { phone: PHONE.exec(sentence)?.[0] ?? null, words: sentence, subject } as const;
  const isOwn = (name: string | null) => name !== null && where.payerName !== null && isCompanyOrPart(name, where.payerName);
  if (company) {
    const name = readName(sentence.slice(company.index), sentence) ?? company[0];
    return DENIED_AFTER.test(sentence.slice(company.index + company[0].length)) || isOwn(name) ? null : { administrator: name, ...found };
  }
  if (carved) {
    const rest = sentence.slice(carved.index + carved[0].length);
    const after = /\bto\b|\bby\b|\bwith\b|[:=-](?=\s)/i.exec(rest);
    const name = named ?? (after ? nameAfter(rest, after) : null);
    return isOwn(name) ? null : { administrator: name, ...found };
  }
  const name = named ?? (active && !isDenied(sentence, active) ? nameBefore(sentence, active) : null);
  if (isOwn(name)) return null;
  return name !== null || (phrase !== null && SOMEBODY_ELSE.test(sentence)) ? { administrator: name, ...found } : null;
}

/** "Mental health is managed by X; drugs by Y": the phrase must be about the behavioural part. */
function phraseFollowsBehavioural(sentence: string, phrase: RegExpExecArray | null): boolean {
  const before = phrase === null ? sentence : sentence.slice(0, phrase.index);
  return namesBehavioural(before) && !OTHER_DOMAIN.test(before);
}

/** "Behavioral health is not administered by us": somebody else does it, and the next sentence may say who. */
function isDisowned(sentence: string, payerName: string | null): boolean {
  const phrase = PHRASE.exec(sentence);
  if (!phrase || !namesBehavioural(sentence) || !isDenied(sentence, phrase)) return false;
  const after = sentence.slice(phrase.index + phrase[0].length).trim();
  const name = readName(after, sentence);
  return /^(?:us|this (?:plan|payer))\b/i.test(after) || (name !== null && payerName !== null && isCompanyOrPart(name, payerName));
}

/** Each company that a sentence of `text` says administers behavioural health, in the order said; empty where none does. */
export function findCarveOuts(text: string, where: Where): CarveOutWords[] {
  if (!where.isBehavioural && !namesBehavioural(text)) return [];
  const phone = PHONE.exec(text)?.[0] ?? null;
  const found: CarveOutWords[] = [];
  let disowned: string | null = null;
  for (const sentence of sentencesOf(text).flatMap(clausesOf)) {
    const read = readSentence(sentence, { ...where, isBehavioural: where.isBehavioural || disowned !== null });
    if (read) found.push(read);
    else if (isDisowned(sentence, where.payerName)) disowned = sentence;
  }
  const [only, ...more] = found;
  if (only && more.length === 0) return [{ ...only, phone: only.phone ?? phone }];
  if (only || disowned === null) return found;
  const subject = namesSubstanceAlone(disowned) ? 'substance-use' : 'behavioural';
  return [{ administrator: null, phone, words: disowned, subject }];
}
