/**
 * Every value of the inquiry form that a payer may ask for, in the order in which the form shows them (product.md 2.8). The one place
 * that lists them: shapes, rules, drawing and sending derive from it, or are a Record of it.
 */

/** How a value is typed and travels: service types as a list of codes, days as YYYY-MM-DD, all else as text. */
export type FormFieldKind = 'text' | 'birth-date' | 'as-of-date' | 'choice' | 'service-types' | 'ssn';

interface FormFieldFacts {
  /** In the middle of a sentence. */
  words: string;
  kind: FormFieldKind;
  /** Characters that are taken, whatever the payer allows; of service types for each code. */
  length: number;
  /** One of the four by which a payer finds the patient; combos are made of them. */
  identifies: boolean;
}

export const FORM_FIELDS = {
  memberId: { words: 'member ID', kind: 'text', length: 80, identifies: true },
  patientBirthDate: { words: 'birth date', kind: 'birth-date', length: 10, identifies: true },
  patientFirstName: { words: 'first name', kind: 'text', length: 60, identifies: true },
  patientLastName: { words: 'last name', kind: 'text', length: 60, identifies: true },
  patientSuffix: { words: 'suffix', kind: 'text', length: 20, identifies: false },
  patientGender: { words: 'gender', kind: 'choice', length: 20, identifies: false },
  subscriberRelationship: { words: 'relationship to subscriber', kind: 'choice', length: 20, identifies: false },
  groupNumber: { words: 'group number', kind: 'text', length: 50, identifies: false },
  patientSSN: { words: 'social security number', kind: 'ssn', length: 20, identifies: false },
  asOfDate: { words: 'as of date', kind: 'as-of-date', length: 10, identifies: false },
  serviceType: { words: 'service type', kind: 'service-types', length: 20, identifies: false },
  submitterId: { words: 'submitter ID', kind: 'text', length: 50, identifies: false },
} as const satisfies Record<string, FormFieldFacts>;

export type FormField = keyof typeof FORM_FIELDS;
/** The fields of these kinds. */
export type FieldOf<Kind extends FormFieldKind> = { [F in FormField]: (typeof FORM_FIELDS)[F]['kind'] extends Kind ? F : never }[FormField];
export type Identifier = { [F in FormField]: (typeof FORM_FIELDS)[F]['identifies'] extends true ? F : never }[FormField];

// Exactly the table's own keys, in its order.
export const FORM_FIELD_NAMES = Object.keys(FORM_FIELDS) as FormField[];
export const isFormField = (name: string): name is FormField => Object.hasOwn(FORM_FIELDS, name);
export const isIdentifier = (name: string): name is Identifier => isFormField(name) && FORM_FIELDS[name].identifies;
/** What combos are made of. */
export const IDENTIFIERS = FORM_FIELD_NAMES.filter(isIdentifier);

/** 'Member ID'. */
export function labelOfField(name: FormField): string {
  const { words } = FORM_FIELDS[name];
  return words.charAt(0).toUpperCase() + words.slice(1);
}
