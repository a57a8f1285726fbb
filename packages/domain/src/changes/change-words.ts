/** A change in one sentence for staff, and what to do (product.md 18.4). */
import type { ChangeCode, ChangePlace } from '@coverlight/contract/persons/changes.schema.ts';
import type { Found } from './comparison.ts';

interface Wording {
  /** What the sentence begins with. */
  lead: string;
  /** What to do; null: nothing. */
  action: string | null;
}

const WORDINGS: Readonly<Record<ChangeCode, Wording>> = {
  deceased: {
    lead: "The payer's record of this patient has ended",
    action: 'Please check with your records before anybody is called, and speak to the family with care.',
  },
  'became-inactive': {
    lead: 'The plan is not active any more',
    action: 'Ask the patient for other insurance before the next visit, and compare the member ID with the card.',
  },
  'coverage-ended': { lead: 'Cover ends before the day asked for', action: 'Ask the patient for the insurance that followed.' },
  'coverage-ends-soon': {
    lead: 'Cover ends soon',
    action: 'Check again before services after that day, and ask the patient what follows.',
  },
  'at-risk-began': {
    lead: 'Cover is at risk: it can end retroactively',
    action: 'Ask whether premiums are paid, and check again on the day of service.',
  },
  'other-payer-now-primary': { lead: 'Another payer pays first now', action: 'Check the benefits of the primary payer and bill it first.' },
  'other-payer-appeared': { lead: 'The payer now names another payer', action: 'Ask the patient about other insurance before you bill.' },
  'medicare-advantage-appeared': {
    lead: 'The answer now names Medicare Advantage',
    action: 'Bill the Medicare Advantage plan and not original Medicare, and check which licenses it accepts.',
  },
  'carve-out-appeared': {
    lead: 'Behavioral health is now handled by another company',
    action: 'Check with that company now: amounts of this payer may not apply.',
  },
  'carve-out-changed': {
    lead: 'Another company handles behavioral health now, or under another member ID',
    action: 'Check with that company now, and send claims there.',
  },
  'plan-changed': {
    lead: 'The patient is under another plan',
    action: 'Look at the benefits anew, and at whether you are in its network.',
  },
  'member-id-changed': {
    lead: 'The payer has another member ID',
    action: 'Compare with the card, and correct your records before you bill.',
  },
  'now-not-covered': { lead: 'The payer now says not covered', action: 'Ask the payer before services start or go on.' },
  'authorization-now-required': {
    lead: 'Authorization is now required',
    action: 'Ask for authorization before services start or go on.',
  },
  'limit-exhausted': { lead: 'A limit is used up', action: 'Ask the payer for more before services go on.' },
  'retro-ended': {
    lead: 'Cover ended in the past',
    action: 'Look at the visits since that day: ask the patient for other insurance, and hold their claims.',
  },
  'active-again': { lead: 'Active again', action: 'Look at claims that were held or denied meanwhile.' },
  'retro-added': { lead: 'Cover now reaches back', action: 'Look at visits that were not billed or were denied for want of cover.' },
  'identity-corrected': { lead: 'The payer has other data of the patient', action: 'Compare with the card, and correct your records.' },
  'group-changed': {
    lead: 'The group is another one',
    action: 'Ask the patient whether the employer changed, and correct the group number.',
  },
  'network-name-changed': { lead: "The plan's network is another one", action: 'Check whether you are in that network.' },
  'plan-year-began': { lead: 'A new plan year has begun', action: 'Count deductible and limits anew.' },
  'went-backwards': {
    lead: 'Less counts as used than before',
    action: 'A claim was probably reversed: look at what the patient was charged.',
  },
  'copay-changed': { lead: 'Co-payment', action: 'Tell the patient, and collect the new amount.' },
  'coinsurance-changed': { lead: 'Co-insurance', action: 'Reckon anew what the patient owes.' },
  'deductible-total-changed': { lead: 'Deductible', action: 'Reckon anew what the patient owes.' },
  'out-of-pocket-total-changed': { lead: 'Out-of-pocket limit', action: 'Reckon anew what the patient owes.' },
  'limit-changed': { lead: 'Limit', action: 'Compare with the planned length of treatment.' },
  'authorization-no-longer': { lead: 'Authorization is not required any more', action: 'Keep this answer with the authorizations.' },
  'contradiction-began': { lead: 'The payer contradicts itself', action: 'Ask the payer which one holds.' },
  'now-silent': { lead: 'The payer does not say any more', action: 'It may still hold: ask the payer where you rely on it.' },
  'deductible-met': { lead: 'The deductible is met', action: null },
  'out-of-pocket-met': { lead: 'The out-of-pocket limit is met', action: null },
  accumulated: { lead: 'More was used since', action: null },
  'no-longer-silent': { lead: 'The payer now also says', action: null },
  'contact-changed': { lead: 'Contacts', action: null },
  'words-only': { lead: 'Wording', action: null },
};

export const actionOf = (code: ChangeCode): string | null => WORDINGS[code].action;

/** A limit or a wording needs the name of what it is of; other codes say it. */
function leadOf({ code, subject }: Found): string {
  return subject !== null && (code === 'limit-changed' || code === 'words-only') ? subject : WORDINGS[code].lead;
}

const lower = (words: string | null) => (words === null ? null : words.toLowerCase());

function whereOf({ service, level, network }: ChangePlace): string {
  const parts = [service, lower(level), lower(network)].filter((part) => part !== null);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function valuesOf(before: string | null, after: string | null): string {
  if (before !== null && after !== null && before !== after) return `: was ${before}, now ${after}`;
  const told = after ?? before;
  return told === null ? '' : `: ${told}`;
}

const ended = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

export function sentenceOf(change: Found, place: ChangePlace): string {
  return ended(change.sentence ?? `${leadOf(change)}${whereOf(place)}${valuesOf(change.before, change.after)}`);
}
