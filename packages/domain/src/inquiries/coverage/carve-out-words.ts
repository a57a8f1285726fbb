/**
 * Finds in a payer's free text that another company administers behavioural health (product.md 10.6). Wordings differ from
 * payer to payer; a sentence counts only where it says so, not where it denies it or speaks of pharmacy or imaging.
 */

export interface CarveOutWords {
  /** The administrator's name as written; null where the text names none. */
  administrator: string | null;
  phone: string | null;
  /** The sentence that says so. */
  words: string;
}

// Companies that administer behavioural health for others. Their pharmacy and imaging arms are something else.
const COMPANIES =
  /\b(Magellan|Carelon|Optum|Evernorth|Beacon(?: Health)?(?: Options)?|ValueOptions|Value Behavioral|Lucet|New Directions|ComPsych|Cenpatico|PerformCare|United Behavioral Health|UBH|MHN|Managed Health Network|LifeSynch|Quest Behavioral|Community Care Behavioral)\b(?!\s*-?\s*(?:Rx|Bank|Financial|Medical Benefits|Imaging|Perks|Store|Now))/i;
const BEHAVIOURAL =
  /\b(behaviou?ral|behav|mental|psych|psychiatr\w*|psycholog\w*|substance|chem(?:ical)? dep\w*|addiction|MH[\s/]*SA|MHSA|MH\/?SUD|SUD|BH)\b/i;
const OTHER_DOMAIN = /\b(pharmac\w*|prescription|drugs?|rx|dental|vision|imaging|radiology|hsa|fsa|hra|flu|vaccin\w*|therapy caps?)\b/i;
const PHRASE =
  /\b(?:administered|managed|handled|provided|covered|serviced|underwritten|delegated|contracted|processed|paid)(?:\s+\w+){0,2}?\s+(?:by|to|through|via|with)\b|\b(?:falls?|comes?)\s+under\b|\b(?:vendor|administrator|carrier|manager|TPA)\s*(?::|-)(?=\s)|\b(?:contact|call|refer to|directed to|bill|(?:send|submit|mail)(?:\s+\w+){0,3}\s+to|benefits? (?:are |is )?(?:through|with)|vendor is|administrator is|eligibility (?:is )?(?:through|with))\b/i;
const CARVED = /\bcarv(?:e|es|ed|ing)[\s-]*(?:-\s*)?outs?\b/i;
const SOMEBODY_ELSE =
  /\b(?:a|an|the)?\s*(?:separate|different|another|third[- ]party|outside|independent|specialty|external)\s+(?:vendor|company|organi[sz]ation|administrator|carrier|payer|payor|plan|entity|tpa)\b/i;

// "no longer", "not separately", "no behavioral health": a denial stands right before what it denies.
const DENIED_BEFORE =
  /\b(?:not|never|no|no longer|without|isn't|aren't|wasn't|doesn't|formerly|previously|neither|nor)\s+(?:[\w/-]+\s+){0,4}$/i;
/** Benefits that came back: the company named is the one they left. */
const RETURNED = /\b(?:returned|returning|moved back|brought back|transitioned back|brought in-?house|taken in-?house)\b/i;
const DENIED_AFTER = /^\s*(?:[\w/-]+\s+){0,3}(?:does not|do not|did not|is not|isn't|doesn't|are not|no longer|not applicable|n\/a)\b/i;

/** Words that are nobody's name: the payer itself, clinicians, the member's own plan. */
const NOBODY =
  /^(?:the |this |your |our |a |an |his |her |their )?(?:health |medical )?(?:plan|payer|payor|us|our|in-?house|provider|physician|pcp|primary care\b.*|doctor|nurse|clinician|licensed|qualified|network|participating|member|subscriber|patient|employer|hospital|facility|january|february|march|april|may|june|july|august|september|october|november|december|age|customer service|member services|provider services|number|phone|same|company)\b/i;

const PHONE = /(?:\+?1[-. ]?)?\(?\d{3}\)?[-. ]?\d{3}[-. ]?\d{4}\b/;
const STOP_WORDS =
  /^(?:call|at|phone|ph|tel|for|please|contact|visit|on|under|using|and|or|if|when|who|which|not|with|via|to|effective|as|the|claims|prior|see)$/i;

const sentencesOf = (text: string): string[] =>
  text
    .split(/[;\n\r]+|\.(?=\s|$)/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

function isDenied(sentence: string, match: RegExpExecArray): boolean {
  // A comma ends what a denial reaches.
  const before = sentence.slice(0, match.index).split(',').at(-1) ?? '';
  return DENIED_BEFORE.test(before);
}

/** Up to six words that read as a name: capitalised, or anything but stop words where the whole text is in capitals. */
function readName(after: string): string | null {
  const isShouting = after === after.toUpperCase();
  const name: string[] = [];
  for (const token of after.trim().split(/\s+/)) {
    const word = token.replaceAll(/^[("']+|[)"',:]+$/g, '');
    const joins = /^(?:of|&)$/.test(word) && name.length > 0;
    if (word === '' || /\d{3}/.test(word) || STOP_WORDS.test(word) || name.length === 6) break;
    if (!joins && !isShouting && !/^[A-Z]/.test(word)) break;
    name.push(word);
    if (/[,:)]$/.test(token)) break;
  }
  return name.length === 0 ? null : name.join(' ');
}

function nameAfter(sentence: string, phrase: RegExpExecArray): string | null {
  const after = sentence.slice(phrase.index + phrase[0].length).replace(/^\s*(?:the|by|to|through)\s+/i, '');
  const name = readName(after);
  return name === null || NOBODY.test(name) ? null : name;
}

/** The company's name with the words that belong to it: "Carelon Behavioral Health". */
function companyName(sentence: string, match: RegExpExecArray): string {
  return readName(sentence.slice(match.index)) ?? match[0];
}

const normal = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Also with more or fewer words: "Fern Valley" and "Fern Valley Health Company" for Fern Valley Health. */
function isPayerItself(name: string | null, payerName: string | null): boolean {
  if (name === null || payerName === null || normal(name) === '' || normal(payerName) === '') return false;
  return normal(payerName).startsWith(normal(name)) || normal(name).startsWith(normal(payerName));
}

interface Where {
  /** The text stands on a behavioural service, so it need not say "behavioral" itself. */
  isBehavioural: boolean;
  payerName: string | null;
}

function readSentence(sentence: string, where: Where): CarveOutWords | null {
  const company = COMPANIES.exec(sentence);
  const phrase = PHRASE.exec(sentence);
  const carved = CARVED.exec(sentence);
  const signal = carved ?? phrase ?? company;
  if (!signal || RETURNED.test(sentence) || isDenied(sentence, signal) || (company && isDenied(sentence, company))) return null;
  const isAboutIt = BEHAVIOURAL.test(sentence);
  if (!isAboutIt && (!where.isBehavioural || OTHER_DOMAIN.test(sentence))) return null;
  if (isAboutIt && !carved && OTHER_DOMAIN.test(sentence) && !phraseFollowsBehavioural(sentence, phrase)) return null;
  const found = { phone: PHONE.exec(sentence)?.[0] ?? null, words: sentence };
  if (company) {
    const after = sentence.slice(company.index + company[0].length);
    const name = companyName(sentence, company);
    return DENIED_AFTER.test(after) || isPayerItself(name, where.payerName) ? null : { administrator: name, ...found };
  }
  if (carved) {
    const after = /\bto\b|\bby\b|\bwith\b/i.exec(sentence.slice(carved.index + carved[0].length));
    const name = after ? nameAfter(sentence.slice(carved.index + carved[0].length), after) : null;
    return isPayerItself(name, where.payerName) ? null : { administrator: name, ...found };
  }
  if (!phrase) return null;
  const name = nameAfter(sentence, phrase);
  if (isPayerItself(name, where.payerName)) return null;
  return name !== null || SOMEBODY_ELSE.test(sentence) ? { administrator: name, ...found } : null;
}

/** "Mental health is managed by X; drugs by Y": the phrase must be about the behavioural part. */
function phraseFollowsBehavioural(sentence: string, phrase: RegExpExecArray | null): boolean {
  const before = phrase === null ? sentence : sentence.slice(0, phrase.index);
  return BEHAVIOURAL.test(before) && !OTHER_DOMAIN.test(before);
}

/** "Behavioral health is not administered by us": somebody else does it, and the next sentence may say who. */
function isDisowned(sentence: string, payerName: string | null): boolean {
  const phrase = PHRASE.exec(sentence);
  if (!phrase || !BEHAVIOURAL.test(sentence) || !isDenied(sentence, phrase)) return false;
  const after = sentence.slice(phrase.index + phrase[0].length).trim();
  return /^(?:us|this (?:plan|payer))\b/i.test(after) || isPayerItself(readName(after), payerName);
}

/** The first sentence of `text` that says that somebody else administers behavioural health; null where none does. */
export function findCarveOut(text: string, where: Where): CarveOutWords | null {
  const phone = PHONE.exec(text)?.[0] ?? null;
  let disowned: string | null = null;
  for (const sentence of sentencesOf(text)) {
    const found = readSentence(sentence, { ...where, isBehavioural: where.isBehavioural || disowned !== null });
    if (found) return { ...found, phone: found.phone ?? phone };
    if (isDisowned(sentence, where.payerName)) disowned = sentence;
  }
  return disowned === null ? null : { administrator: null, phone, words: disowned };
}
