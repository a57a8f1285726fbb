/** Finds in a payer's free text that somebody else pays first, or that there is other insurance (product.md 10.6). */
import { piecesOf } from './text-pieces.ts';

const SOMEBODY = String.raw`(?:other|another|different)\s+(?:health\s+)?(?:insurance|carrier|payer|payor|coverage|plan|policy|insurer)`;
const COMPANY = String.raw`(?:insurance|insurer|carrier|payer|payor|coverage|plan)`;
/** Each says by itself that somebody else pays first. The answering payer's own name reads "this plan" by then. */
const PRIMARY = [
  String.raw`\b${SOMEBODY}\b[^.;]{0,40}\bis\s+(?:the\s+)?primary\b`,
  String.raw`\b${SOMEBODY}\s+(?:as\s+)?primary\b`,
  String.raw`\b(?:this|our)?\s*(?:plan|coverage|we)\s+pays?\s+after\b`,
  String.raw`\b(?:cob|coordination of benefits)\s*[:=-][^.;]{0,40}\bprimary\b`,
  String.raw`\b${SOMEBODY}\b[^.;]{0,40}\b(?:pays?|paying|responsible)\b[^.;]{0,15}\bfirst\b`,
  String.raw`\b(?:this|our)\s+(?:plan|coverage|policy|payer)?\s*(?:is|pays|shall be|will be)\s+(?:the\s+)?second(?:ary)?\b`,
  String.raw`\bwe\s+(?:are|pay)\s+(?:the\s+)?second(?:ary)?\b`,
  String.raw`\b(?:is|are|as|pays?)\s+(?:the\s+)?secondary\s+(?:to|payer|payor)\b`,
  String.raw`\b(?:coverage|policy|benefits?)\s+(?:is|are|pays?)\s+(?:the\s+)?secondary\b`,
  String.raw`\bthis\s+(?:plan|payer)\s+(?:is\s+)?(?:the\s+)?secondary\b`,
  String.raw`\bprimary\s+(?:insurance|coverage|carrier|payer|payor|plan)\s+(?:is\s+)?(?:with|through|by)\s+(?!this\b|us\b|our\b)\w`,
  String.raw`\b(?:other|another)\s+primary\s+(?:insurance|coverage|carrier|payer|payor|plan|insurer)\b`,
  String.raw`\bMSP\b(?!\s*(?:indicator|code|type)?\s*[:=-]?\s*(?:no|n|none|0|not)\b)`,
  String.raw`\bprimary\s+(?:payer|payor|insurance|ins|insurer|carrier)\s*(?:is|:|=|-)\s*(?!this\b|us\b|our\b)\w`,
  String.raw`\bprimary\s+coverage\s*(?::|=|-)\s*(?!this\b|us\b|our\b)\w`,
  String.raw`\bprimary\s+coverage\s+is\s+(?!this\b|us\b|our\b|medical\b|the\b|a\b|for\b)\w`,
  String.raw`\bmedicare(?:\s+part\s+[abd](?:\s*(?:and|&|,)\s*[abd])*)?\s+(?:is\s+)?(?:the\s+)?primary\b`,
  String.raw`\bmedicare\s+pays\s+(?:first|primary)\b`,
  String.raw`\bmedicare(?:\s+part\s+[abd](?:\s*(?:and|&|,)\s*[abd])*)?\s+as\s+(?:the\s+|their\s+|his\s+|her\s+)?primary\b`,
  String.raw`\b(?:cob|coordination of benefits)\s*[:=-]\s*second(?:ary)?\b`,
  String.raw`\bmedicare secondary\b`,
  String.raw`\bcob\b[^.;]{0,30}\b(?:other|medicare|secondary)\b`,
  String.raw`\b(?:bill|(?:send|submit|file)(?:\s+\w+){0,3}\s+(?:to|with))\s+(?:the\s+)?(?:other|primary)\s+${COMPANY}\s+first\b`,
].map((pattern) => new RegExp(pattern, 'i'));
/** "Elm Mutual is primary": a company, which only its capitals tell from a visit, a diagnosis or a condition. */
const COMPANY_IS_PRIMARY =
  /^(?:[^:]*:\s*)?(?!(?:this|our|we|us|the|coverage|cob|it)\b)((?:[A-Z][\w&'-]*\s+){1,5})(?:is|IS)\s+(?:the\s+|THE\s+)?(?:primary|PRIMARY)(?:\s+(?:payer|payor|insurance|insurer|carrier|for\b.*|PAYER|PAYOR|INSURANCE|INSURER|CARRIER|FOR\b.*))*\s*$/;
/** "Bill Elm Mutual first". */
const BILL_FIRST =
  /\b(?:bill|BILL|Bill|submit to|SUBMIT TO|Submit to)\s+((?:[A-Z][\w&'-]*\s+){1,5})(?:first|FIRST|as primary|AS PRIMARY)\b/;
/** "Elm Mutual pays primary", "ELM MUTUAL PRIMARY, THIS PLAN SECONDARY". */
const PAYS_PRIMARY =
  /^(?:[^:]*:\s*)?((?:[A-Z][\w&'-]*\s+){1,5})(?:(?:pays|PAYS)\s+(?:primary|first|PRIMARY|FIRST)\b|PRIMARY,|primary,(?=.*\bsecondary\b))/;
const NO_COMPANY = /\b(?:plan|coverage|policy|payer|care|physician|provider|diagnosis|subscriber|member|address|residence|contact|pcp)\b/i;

function namesPrimary(sentence: string): boolean {
  const said = sentence.trim();
  return [COMPANY_IS_PRIMARY, BILL_FIRST, PAYS_PRIMARY].some((pattern) => {
    const name = pattern.exec(said)?.[1];
    return name !== undefined && !NO_COMPANY.test(name) && !/^(?:this|we)\b/i.test(name);
  });
}

const DENIED =
  /\b(?:no|not|never|none|without|isn't|neither)\b[^.;,]{0,40}\b(?:primary|secondary|second|cob|other)\b|\bthis\s+(?:plan|payer|coverage|policy)\s+is\s+(?:the\s+)?primary\b|\bcob\b[^.;]{0,20}\b(?:no|none|not)\b|\bother\s+(?:health\s+)?(?:insurance|coverage|carrier|payer)\s*(?:[:=-]|on file\s*[:=-]?)\s*(?:no|n|none|unknown)\b|\b(?:to determine|whether|which|who|if)\b[^.;,]{0,40}\b(?:primary|first)\b/i;

const sentencesOf = (text: string): string[] => piecesOf(text, /[;\n]|\.(?=\s|$)/);

const withoutOwnName = (text: string, payerName: string | null) => {
  const own = payerName?.trim() ?? '';
  return own === '' ? text : text.replaceAll(new RegExp(`(?<!\\w)${own.replaceAll(/[^\w\s]/g, '\\$&')}(?!\\w)`, 'gi'), 'this plan');
};

const isSaid = (sentence: string) => PRIMARY.some((pattern) => pattern.test(sentence)) || namesPrimary(sentence);

/** One of these words is in every text that says it: most texts need not be read further. */
const TELLING = /primary|secondary|second\b|first|after|cob\b|coordination|msp\b|medicare/i;

/** The sentences that say that somebody else than the answering payer pays first. */
export function sentencesOfPrimary(text: string, payerName: string | null): string[] {
  if (!TELLING.test(text)) return [];
  return sentencesOf(withoutOwnName(text, payerName)).filter((sentence) => isSaid(sentence) && !DENIED.test(sentence));
}

/** True for texts that say that somebody else than the answering payer pays first. */
export const saysOtherIsPrimary = (text: string, payerName: string | null): boolean => sentencesOfPrimary(text, payerName).length > 0;

const OTHER_INSURANCE =
  /\b(?:has|have|had|shows?|reported|lists?|indicates?|identified|carries|covered by|enrolled in)\s+(?:an?\s+)?(?:other|another|additional)\s+(?:active\s+)?(?:health\s+|medical\s+)?(?:insurance|coverage|carrier|payer|payor|plan|policy|insurer)\b|\b(?:other|additional)\s+(?:health\s+|medical\s+)?(?:insurance|coverage|carrier|payer|payor)\s+(?:is\s+)?(?:on file|exists|indicated|present|found|reported|identified|may exist)\b|\bother\s+(?:health\s+)?(?:insurance|coverage)\s*(?:indicator|flag)?\s*[:=]\s*(?:y|yes)\b|\bdual (?:coverage|insured|enrol\w+)\b|\bCOB\s+(?:on file|exists|indicated|applies|needed|required|information (?:is )?(?:needed|required|outdated))\b|\b(?:secondary|tertiary)\s+(?:insurance|coverage|payer|carrier)\s+(?:is\s+)?(?:on file|with)\b/i;
const NO_OTHER =
  /\b(?:no|not|never|none|without|doesn't|don't|if|whether)\b[^.;,]{0,40}\b(?:other|another|additional|dual|COB|secondary)\b|\bCOB\b[^.;]{0,20}\b(?:no|none|not)\b/i;

/** True for texts that tell of other insurance without saying who pays first. */
export const saysOtherInsurance = (text: string): boolean =>
  sentencesOf(text).some((sentence) => OTHER_INSURANCE.test(sentence) && !NO_OTHER.test(sentence));
