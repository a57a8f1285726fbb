/** Finds in a payer's free text that behavioural care is not covered (product.md 10.6). */
import { namesBehavioural } from './behavioural-words.ts';
import { piecesOf } from './text-pieces.ts';

export interface ExclusionWords {
  /** The clause that says so. */
  words: string;
  /** True where only part of it is left out: out of network, or under a condition. */
  isPartial: boolean;
}

const EXCLUDED = [
  String.raw`\b(?:is|are|be|was|were)?\s*(?:not|never)\s+(?:a\s+|an\s+|currently\s+|being\s+)?(?:covered|payable|eligible|reimbursable|included|a\s+benefit|benefit)\b(?!\s+(?:by|under)\s+(?:medicare|another|other))`,
  String.raw`\b(?:isn't|aren't)\s+(?:a\s+)?(?:covered|payable|included)\b`,
  String.raw`\bnon[\s-]?covered\b`,
  String.raw`\bnot\s+a\s+(?:covered\s+)?(?:benefit|service)\b`,
  String.raw`\b(?:is|are)\s+(?:a\s+|an\s+)?(?:plan\s+|policy\s+|contract\s+|benefit\s+)?(?:excluded|exclusions?)\b`,
  String.raw`\bexclu(?:ded|des|sions?)\b`,
  String.raw`\b(?:does|do|will)\s+not\s+(?:cover|pay|include|provide)\b`,
  String.raw`\b(?:doesn't|don't|won't)\s+(?:cover|pay|include|provide)\b`,
  String.raw`\bno\s+(?:[\w/-]+\s+){0,4}?(?:coverage|benefits?)\b(?!\s+(?:limit|max\w*|period|year|change|waiting))`,
  String.raw`\bno\s+(?:coverage|benefits?)\s+(?:for|is|are|available)\b`,
  String.raw`\bnot\s+(?:available|offered|provided)\b`,
].map((pattern) => new RegExp(pattern, 'i'));

/** Where a word of money is what something is left out of, or what is not taken, care is covered. */
const OF_MONEY =
  /\b(?:exclud\w*|excluded|not (?:included|applied|counted)|exclusions?)\b[^.;]{0,25}\b(?:deductible|out[\s-]of[\s-]pocket|oop|moop|max\w*|accumulat\w*|limit|co-?pay\w*|co-?insurance|premium)\b|\b(?:deductible|co-?pay\w*|co-?insurance|premium|out[\s-]of[\s-]pocket)\b[^.;]{0,25}\b(?:not (?:included|covered|applied)|excluded|waived)\b/i;
const DENIED =
  /\bno\s+(?:[\w-]+\s+){0,3}exclusions?\b|\bexclusions?\b[^.;]{0,25}\b(?:do(?:es)? not|not|none|no|n\/a)\b|\bnot\s+(?:excluded|an? exclusion|a guarantee)\b|\bwithout\s+(?:any\s+)?exclusions?\b|\bnot all\b|\bno\s+(?:prior|pre-?|authorization|referral|limit|copay|deductible|visit|waiting|dollar|annual|lifetime|cost)[^.;]{0,40}\b(?:coverage|benefits?)\b/i;
/** What authorization is for, told the other way round. */
const ONLY_WITHOUT_LEAVE =
  /\b(?:without|unless|if not|if no)\b[^.;]{0,40}\b(?:auth\w*|pre-?cert\w*|referral|approv\w*|medical\w*\s+necess\w*|pre-?approv\w*)\b|\bnot\s+(?:prior\s+)?(?:authorized|approved|pre-?certified)\b|\bmay not be\b|\b(?:unauthorized|experimental|investigational)\b|\bnon[\s-]?covered (?:services|charges|expenses) (?:are|is|will|may|remain)\b|\bnot medically necessary\b/i;
const OUT_OF_NETWORK =
  /\b(?:out[\s-]of[\s-]network|OON|non[\s-]?par\w*|non[\s-]?network|non[\s-]?preferred|out[\s-]of[\s-]area|out of state)\b/i;
const CONDITION = /\b(?:except|unless|until|after|when|if|court[\s-]ordered|limited to|beyond|in excess)\b/i;
/** Other kinds of care; naming one of them says nothing of behavioural care unless it is named as well. */
const OTHER_CARE =
  /\b(?:dental|vision|pharmac\w*|prescription|drugs?|hearing|cosmetic|bariatric|infertility|acupuncture|chiropract\w*|maternity|transplant\w*|hospice|massage|missed|no[\s-]show|travel|forms?|over[\s-]the[\s-]counter)\b/i;
/** The service that a line stands under is meant by one of these, or by a clause that begins with what it denies. */
const THIS_SERVICE =
  /^(?:the\s+|this\s+|these\s+|such\s+|all\s+)?(?:service|services|benefit|benefits|treatment|care|it|therapy|coverage|type)\b/i;

const CLAUSE_ENDS =
  /[;\n\r|*]+|\.(?=\s|$)|,\s*(?:and|but|while|whereas)?\s*(?=\w+(?:\s+\w+)?\s+(?:is|are|has|have|does|do|not|covered)\b)|\s+(?:but|while|whereas|however)\s+/i;

function readClause(clause: string, isOnService: boolean): ExclusionWords | null {
  if (DENIED.test(clause) || OF_MONEY.test(clause) || ONLY_WITHOUT_LEAVE.test(clause)) return null;
  const found = EXCLUDED.map((pattern) => pattern.exec(clause)).find((match) => match !== null);
  if (!found) return null;
  const isNamed = namesBehavioural(clause);
  const isMeant = isOnService && !OTHER_CARE.test(clause) && (clause.slice(0, found.index).trim() === '' || THIS_SERVICE.test(clause));
  if (!isNamed && !isMeant) return null;
  return { words: clause, isPartial: OUT_OF_NETWORK.test(clause) || CONDITION.test(clause) };
}

/** The clauses of `text` that say that behavioural care is left out. `isOnService`: it stands on a behavioural service and need not name it. */
export function findExclusions(text: string, isOnService: boolean): ExclusionWords[] {
  return piecesOf(text, CLAUSE_ENDS).flatMap((clause) => {
    const read = readClause(clause, isOnService);
    return read === null ? [] : [read];
  });
}
