/** What a row of a practice's own list says, field by field, with what is to be mended before it can be asked (product.md 19.1). */
import type {
  BatchColumn,
  BatchContent,
  BatchMapping,
  ContentField,
  DateColumn,
  DateOrder,
  RowRemark,
} from '@coverlight/contract/batches/columns.schema.ts';
import { FORM_FIELDS, type FormField } from '@coverlight/contract/inquiries/form-fields.ts';
import type { InquiryForm } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { nameLetters } from '../inquiries/patient-name.ts';
import { isNpi } from '../providers/npi.ts';
import { careLevelsOf, serviceCodesOf } from './care.ts';
import { type Cell, cellText } from './cell.ts';
import { dayOf, momentOf } from './dates.ts';
import { isCutId, isNumber } from './damaged-ids.ts';
import { genderCode, relationshipCode, splitName } from './people.ts';

export interface ReadRow {
  content: BatchContent;
  /** Each keeps the row from being sent. */
  problems: RowRemark[];
  /** To be looked at; the row may go. */
  warnings: RowRemark[];
}

/** Where a value of the form comes from. */
const FORM_SOURCES = {
  memberId: 'member_id',
  patientBirthDate: 'birth_date',
  patientFirstName: 'first',
  patientLastName: 'last',
  patientSuffix: 'suffix',
  patientGender: 'gender',
  subscriberRelationship: 'relationship',
  groupNumber: 'group_number',
} as const satisfies Partial<Record<FormField, ContentField>>;

const ORDER_WORDS: Readonly<Record<DateOrder, string>> = {
  mdy: 'month, day, year',
  dmy: 'day, month, year',
  ymd: 'year, month, day',
};

/** What people write where nothing is known. Nobody can say so of names: there are people called Null. */
const NOTHING = /^(?:n\/?a|null|none|nil|unknown|unk|tbd|pending|not on file|[-–—.?]+)$/i;
const NAMES: readonly BatchColumn[] = [
  'first',
  'last',
  'suffix',
  'full_name',
  'subscriber_first',
  'subscriber_last',
  'subscriber_full_name',
];
/** A formula that failed leaves one of these. */
const SHEET_ERROR = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/i;

const DEMANDED = 'Please type it as MM/DD/YYYY.';

/** The row as it is read under a mapping. `today` is the latest day that is today for anybody. */
export function rowOf(cells: readonly Cell[], mapping: BatchMapping, today: string): ReadRow {
  const problems: RowRemark[] = [];
  const warnings: RowRemark[] = [];
  const content: BatchContent = {};
  const problem = (field: ContentField, words: string) => void problems.push({ field, words });

  /** The first cell with something in it. */
  const cellOf = (column: BatchColumn): Cell | undefined => {
    const at = mapping.columns.findIndex((one, place) => one === column && !isNothing(cells[place], column));
    return at === -1 ? undefined : cells[at];
  };
  const put = (field: ContentField, value: string) => {
    if (value !== '') content[field] = value;
  };
  const typed = (column: BatchColumn, field: ContentField): string => {
    const text = cellText(cellOf(column));
    if (!SHEET_ERROR.test(text)) return text;
    problem(field, 'The spreadsheet has an error here. Please type what is meant.');
    return '';
  };
  /** Kept as typed where it cannot be read, so that it can be mended. */
  const read = (field: ContentField, readText: (text: string) => string | null, words: string) => {
    const text = typed(field, field);
    const value = text === '' ? '' : readText(text);
    if (value === null) problem(field, words);
    put(field, value ?? text);
  };

  for (const field of ['external_id', 'payer_name', 'payer_id', 'provider_name', 'tag', 'suffix'] as const) put(field, typed(field, field));
  for (const field of ['member_id', 'subscriber_member_id', 'group_number'] as const) {
    put(field, typed(field, field));
    const cell = cellOf(field);
    if (isCutId(cell)) problem(field, 'A spreadsheet has cut this number. Please type it anew, from the card.');
    else if (isNumber(cell) && field !== 'group_number') warnings.push({ field, words: 'Excel may have dropped leading zeros.' });
  }
  for (const field of ['birth_date', 'subscriber_birth_date', 'appointment_at'] as const) {
    const text = typed(field, field);
    if (text === '') continue;
    const order = mapping.date_orders[field] ?? 'mdy';
    const value = (field === 'appointment_at' ? momentOf : dayOf)(cellOf(field), order, field, today);
    if (value === null) problem(field, wordsOfDate(cellOf(field), order, field, today));
    put(field, value ?? text);
  }
  for (const whose of ['', 'subscriber_'] as const) {
    const [first, last] = [typed(`${whose}first`, `${whose}first`), typed(`${whose}last`, `${whose}last`)];
    put(`${whose}first`, first);
    put(`${whose}last`, last);
    const whole = first === '' && last === '' ? typed(`${whose}full_name`, `${whose}last`) : '';
    if (whole === '') continue;
    const split = splitName(whole);
    put(`${whose}first`, split?.first ?? '');
    put(`${whose}last`, split?.last ?? whole);
    if (whose !== '') continue;
    if (split?.suffix && content.suffix === undefined) put('suffix', split.suffix);
    if (split === null) problem('first', 'Only one name is given. Please type first and last name.');
    else if (split.isUnsure) warnings.push({ field: 'first', words: 'Please look where the first name ends.' });
  }
  read('gender', genderCode, 'Please say male or female, or leave it empty.');
  read('relationship', relationshipCode, 'Please say self, spouse, child or other.');
  read(
    'provider_npi',
    (text) => (isNpi(text.replaceAll(/[\s-]/g, '')) ? text.replaceAll(/[\s-]/g, '') : null),
    'This is no NPI. It has 10 digits.',
  );
  read(
    'service_type',
    (text) => serviceCodesOf(text)?.join(', ') ?? null,
    'This service type is not known. Please use its code, as MH or 30.',
  );
  read('level_of_care', (text) => careLevelsOf(text)?.join(', ') ?? null, 'Please say detox, RTC, PHP, IOP or OP.');

  takeFromSubscriber(content);
  for (const [name, field] of Object.entries(FORM_SOURCES) as [keyof typeof FORM_SOURCES, ContentField][]) {
    const { length } = FORM_FIELDS[name];
    const isTold = problems.some((one) => one.field === field);
    if (!isTold && (content[field]?.length ?? 0) > length) problem(field, `Please use at most ${length} characters.`);
  }
  return { content, problems, warnings };
}

const isNothing = (cell: Cell | undefined, column: BatchColumn): boolean => {
  const text = cellText(cell);
  return text === '' || (!NAMES.includes(column) && NOTHING.test(text));
};

function wordsOfDate(cell: Cell | undefined, order: DateOrder, column: DateColumn, today: string): string {
  const other = (['mdy', 'dmy'] as const).find((one) => one !== order && dayOf(cell, one, column, today) !== null);
  const words =
    other === undefined ? 'This is no day that can be.' : `This day does not fit the order of the column (${ORDER_WORDS[order]}).`;
  return `${words} ${DEMANDED}`;
}

/** A patient who is the subscriber is often told once only, and a family has one member id. */
function takeFromSubscriber(content: BatchContent): void {
  content.member_id ??= content.subscriber_member_id;
  const isNameless = content.first === undefined && content.last === undefined;
  if (content.relationship === '18') {
    if (isNameless) {
      content.first = content.subscriber_first;
      content.last = content.subscriber_last;
    }
    content.birth_date ??= content.subscriber_birth_date;
  }
  if (content.relationship === undefined && !isNameless && isSamePerson(content)) content.relationship = '18';
  for (const field of ['member_id', 'first', 'last', 'birth_date'] as const) if (content[field] === undefined) delete content[field];
}

const isSamePerson = (content: BatchContent): boolean =>
  (['first', 'last'] as const).every((part) => nameLetters(content[part] ?? '') === nameLetters(content[`subscriber_${part}`] ?? '')) &&
  (content.subscriber_birth_date === undefined || content.subscriber_birth_date === content.birth_date);

/** What a person typed into the fields of a row, read as its cells were. */
export function rowOfTyped(content: BatchContent, today: string): ReadRow {
  const fields = Object.keys(content) as ContentField[];
  return rowOf(
    fields.map((field) => content[field] ?? ''),
    { columns: fields, date_orders: {} },
    today,
  );
}

export type RowForm = Pick<InquiryForm, keyof typeof FORM_SOURCES | 'serviceType' | 'careLevels'>;

/** The values of the inquiry form; what is not said is left out. Of a row without problems only. */
export function formOf(content: BatchContent): RowForm {
  const form: RowForm = {};
  for (const [name, field] of Object.entries(FORM_SOURCES) as [keyof typeof FORM_SOURCES, ContentField][]) {
    const value = content[field];
    if (value !== undefined) form[name] = value;
  }
  if (content.service_type !== undefined) form.serviceType = serviceCodesOf(content.service_type) ?? [];
  if (content.level_of_care !== undefined) form.careLevels = careLevelsOf(content.level_of_care) ?? [];
  return form;
}
