/** Slips that no test of packages/domain noticed once: what would go wrong, where it stands, its text, and the text with the slip. */
export const domainMutants = [
  [
    'an SSN kept for a payer that does not take it',
    'packages/domain/src/inquiries/required-fields.ts',
    "typeof ssn === 'string' && known.has('patientSSN')",
    "typeof ssn === 'string'",
  ],
];
