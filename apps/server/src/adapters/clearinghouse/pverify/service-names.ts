/** X12 service types by the words pVerify uses for them: its answers carry names only, spelled with more or fewer blanks and marks. */
import { SERVICE_TYPE_NAMES } from '@coverlight/domain/inquiries/coverage/service-type-names.ts';

/** Spellings that differ from the code list. */
const OTHER_NAMES: Record<string, string> = {
  aids: '85',
  alcoholism: 'AJ',
  allergies: 'GY',
  'blood charges': '10',
  cancer: '87',
  'chiropractic office visits': '34',
  'durable medical equipment purchase': '12',
  'emergency medical': '86',
  'flouride treatments': 'E21',
  hospital: '47',
  'mri cat scan': '62',
  nursery: 'BI',
  obsterical: 'BU',
  'obsterical gynecological': 'BV',
  'physician visit office sick': 'BY',
  'physician visit office well': 'BZ',
  'professional visit inpatient': '99',
  'professional visit office': '98',
  'professional visit outpatient': 'A0',
  'routine exam': 'AN',
  'used durable medical equipment': '11',
  vision: 'AL',
};

const CODES = new Map([
  ...Object.entries(SERVICE_TYPE_NAMES).map(([code, name]) => [wordsOf(name), code] as const),
  ...Object.entries(OTHER_NAMES),
]);

function wordsOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim();
}

/** Null where the name is none we know; the line then keeps the name alone. */
export function serviceCodeOf(name: string): string | null {
  return CODES.get(wordsOf(name)) ?? null;
}
