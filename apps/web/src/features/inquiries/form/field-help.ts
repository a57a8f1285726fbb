/** One sentence for what of the form needs explaining (docs/product.md 8.9). */
import type { FormField } from '@coverlight/contract/inquiries/form-fields.ts';
import type { Help } from '#ui/help-mark.tsx';

export const COMBO_HELP: Help = {
  term: 'Find the patient by',
  sentence: 'Each choice is a set of facts by which this payer finds a member; take the one whose facts you have at hand.',
};

export const EXTERNAL_ID_HELP: Help = {
  term: 'your patient number',
  sentence: 'The number that your own system has for the patient: checks with one number belong together, and the payer never sees it.',
};

export const FIELD_HELP: Readonly<Partial<Record<FormField, Help>>> = {
  subscriberRelationship: {
    term: 'relationship',
    sentence: 'What the patient is to the person whose name the insurance is in: Self where it is the patient’s own, else spouse or child.',
  },
  asOfDate: {
    term: 'as of date',
    sentence:
      'The day you want the coverage of, such as the planned admission; payers answer for today most surely, and some for no other day.',
  },
  submitterId: {
    term: 'submitter ID',
    sentence: 'A number that this payer gave your practice for asking it electronically; leave it out if you were given none.',
  },
};
