/** Slips that no test of packages/domain noticed once: what would go wrong, where it stands, its text, and the text with the slip. */
const inquiries = 'packages/domain/src/inquiries/';
const coverage = `${inquiries}coverage/`;
const payers = 'packages/domain/src/payers/';

export const domainMutants = [
  [
    'an SSN is kept for a payer that does not take it',
    `${inquiries}required-fields.ts`,
    "typeof ssn === 'string' && known.has('patientSSN')",
    "typeof ssn === 'string'",
  ],
  ['a form without its combo is sent', `${inquiries}required-fields.ts`, '?? schema.combos[0] ?? null', '?? []'],
  [
    'a field that the payer does not take is asked for',
    `${inquiries}required-fields.ts`,
    'if (!field.allowed || !isFormField(field.name) || valueOf(form, field.name) !== null) continue;',
    'if (!isFormField(field.name) || valueOf(form, field.name) !== null) continue;',
  ],
  [
    'a group takes less than its member does',
    `${payers}group-schema.ts`,
    'Math.max(a.maxLength, b.maxLength)',
    'Math.min(a.maxLength, b.maxLength)',
  ],
  [
    'a group takes more choices than its member does',
    `${payers}group-schema.ts`,
    'Math.min(a.max_options, b.max_options)',
    'Math.max(a.max_options, b.max_options)',
  ],
  [
    'a group refuses a date that its member takes',
    `${payers}group-schema.ts`,
    'a.min < b.min ? a.min : b.min',
    'a.min < b.min ? b.min : a.min',
  ],
  [
    'a group offers an option that a member does not have',
    `${payers}group-schema.ts`,
    'a.options.filter((option) => b.options.some((other) => other.id === option.id))',
    'a.options',
  ],
  ['a pattern that runs for ever is used', `${payers}usable-pattern.ts`, 'inner ** Math.min(most, LONGEST)', 'inner'],
  ['a pattern that is tried from each place is used', `${payers}usable-pattern.ts`, "isWhole && next() !== '^' ? LONGEST : 1", '1'],
  ['a pattern that Java reads in another sense is used', `${payers}usable-pattern.ts`, 'if (OTHER_MEANING.test(pattern)) return null;', ''],
  ['lines of two dates become one limit', `${coverage}pairing.ts`, "'benefit_start', 'benefit_end', ", ''],
  [
    'lines that want and do not want authorization become one limit',
    `${coverage}pairing.ts`,
    'if (a.auth_required_unknown !== b.auth_required_unknown && a.auth_required !== b.auth_required) return false;',
    '',
  ],
  [
    'met is computed from what is left of a lifetime',
    `${coverage}pairing.ts`,
    ' || !remainingFits(remainingCode, benefit.period_code)',
    '',
  ],
  ['met is computed beside two remainings that differ', `${coverage}pairing.ts`, 'if (!paired.settled) return', 'if (false) return'],
  ['used, left and total that do not add up are not told', `${coverage}contradictions.ts`, 'return isOff ? [', 'return false ? ['],
  ['amounts of two levels contradict each other', `${coverage}contradictions.ts`, 'a.level_code === b.level_code &&', ''],
  [
    'two different amounts for the same thing are not told',
    `${coverage}contradictions.ts`,
    'if (!first || differing.length === 0) return [];',
    'return [];',
  ],
  [
    'a status of the line is not the plan’s',
    `${coverage}normalize-coverage.ts`,
    'if (areOpposite(said, stated)) return { ...said, stated_status: stated };',
    '',
  ],
];
