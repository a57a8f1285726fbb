/** Lists of invented patients as a practice would send them: for every scenario of the sandbox, with faults where they are asked for; the same for a seed. */
import { listPayers } from '../../sandbox/src/payers/payers.ts';
import { randomFor, type Random } from '../../sandbox/src/seeded-random.ts';

export const HEADER = [
  'Patient ID',
  'Last Name',
  'First Name',
  'Date of Birth',
  'Insurance',
  'Member ID',
  'Group #',
  'Relationship',
  'Appt Date',
  'Level of Care',
];
export type PatientRow = string[];
/** Places in a row. */
export const AT = { id: 0, last: 1, first: 2, born: 3, payer: 4, memberId: 5, group: 6, relationship: 7, appointment: 8, care: 9 } as const;

const LAST =
  'Ashdown,Brantwood,Calloway,Dunmore,Ferncliff,Greywick,Harrowgate,Lisle,Marchbank,Oakhurst,Peverell,Quill,Rooke,Stokesley,Thornbury,Vandermeer'.split(
    ',',
  );
const FIRST =
  'Odalys,Thaddeus,Ximena,Barnaby,Imogen,Cornelius,Saffron,Leopold,Wilhelmina,Ezekiel,Rosalind,Montgomery,Apollonia,Fitzgerald,Zoë,Percival'.split(
    ',',
  );
const SCENARIOS =
  'SLOW NEVER DOWN NOTFOUND BADNAME BADDOB NPI INVALID INACTIVE GRACE EMPTY SILENT CARVE COB MISMATCH TWOPLANS NOLIMIT HUGE FLAKY'.split(
    ' ',
  );
const PREFIXES = ['WQA', 'LMT', 'HRB', 'XTR', 'QPL'];
const CARE = ['Detox', 'RTC', 'PHP', 'IOP', 'OP', ''];

const twoDigits = (number: number): string => String(number).padStart(2, '0');
const american = (random: Random, from: number, to: number): string =>
  `${twoDigits(random.int(1, 12))}/${twoDigits(random.int(1, 28))}/${random.int(from, to)}`;

export interface PatientList {
  header: string[];
  rows: PatientRow[];
}

/** Every tenth patient belongs to a scenario. Payers are those that both clearinghouses or one of them can be asked about. */
export function patientList(count: number, seed = 'patients'): PatientList {
  const payers = listPayers(80)
    .filter(({ peculiarity, pverifyState, isElectronic }) => peculiarity === null && pverifyState === 'active' && isElectronic)
    .map(({ availityName }) => availityName.trim());
  const rows = Array.from({ length: count }, (_, at): PatientRow => {
    const random = randomFor(`${seed} ${at}`);
    const scenario = at % 10 === 9 ? SCENARIOS[Math.floor(at / 10) % SCENARIOS.length] : random.pick(PREFIXES);
    return [
      `P${String(at + 1).padStart(6, '0')}`,
      random.pick(LAST),
      random.pick(FIRST),
      american(random, 1940, 2010),
      random.pick(payers),
      `${scenario}${random.int(100_000, 999_999)}${String(at).padStart(5, '0')}`,
      String(random.int(10_000, 99_999)),
      'Self',
      american(random, 2027, 2027),
      random.pick(CARE),
    ];
  });
  return { header: HEADER, rows };
}

/** What goes wrong in a row of a list, by name; each leaves the rest of the row as it was. */
export const ROW_FAULTS: Readonly<Record<string, (row: PatientRow) => void>> = {
  'a birth date that is no day': (row) => void (row[AT.born] = '02/30/1980'),
  'a birth date with day and month swapped': (row) => void (row[AT.born] = '31/12/1980'),
  'a birth date in the future': (row) => void (row[AT.born] = '01/01/2091'),
  'a birth date of last century’s last': (row) => void (row[AT.born] = '01/01/1791'),
  'a year alone': (row) => void (row[AT.born] = '1980'),
  'words for a birth date': (row) => void (row[AT.born] = 'see chart'),
  'two birth dates': (row) => void (row[AT.born] = '01/02/1980 / 01/03/1980'),
  'an error for a birth date': (row) => void (row[AT.born] = '#VALUE!'),
  'a member id in E-notation': (row) => void (row[AT.memberId] = '1.23457E+14'),
  'a member id in E-notation with a comma': (row) => void (row[AT.memberId] = '1,23457E+14'),
  'an error for a member id': (row) => void (row[AT.memberId] = '#REF!'),
  'a member id too long': (row) => void (row[AT.memberId] = 'X'.repeat(81)),
  'a group number in E-notation': (row) => void (row[AT.group] = '9.00001E+15'),
  'a group number too long': (row) => void (row[AT.group] = '9'.repeat(51)),
  'a last name too long': (row) => void (row[AT.last] = 'y'.repeat(61)),
  'a first name too long': (row) => void (row[AT.first] = 'y'.repeat(61)),
  'an error for a last name': (row) => void (row[AT.last] = '#N/A'),
  'an error for a first name': (row) => void (row[AT.first] = '#NAME?'),
  'a relationship that nobody knows': (row) => void (row[AT.relationship] = 'nephew-in-law'),
  'a relationship of one letter': (row) => void (row[AT.relationship] = 'S'),
  'an error for a relationship': (row) => void (row[AT.relationship] = '#N/A'),
  'an appointment that is no day': (row) => void (row[AT.appointment] = '02/30/2027'),
  'an appointment of another century': (row) => void (row[AT.appointment] = '01/02/1927'),
  'an appointment at no time': (row) => void (row[AT.appointment] = '01/02/2027 25:00'),
  'words for an appointment': (row) => void (row[AT.appointment] = 'walk-in'),
  'a level of care that nobody knows': (row) => void (row[AT.care] = 'spa'),
  'an error for a level of care': (row) => void (row[AT.care] = '#REF!'),
  'an error for a payer': (row) => void (row[AT.payer] = '#N/A'),
  'a payer that nobody knows': (row) => void (row[AT.payer] = 'Zzyzx'),
  'no payer': (row) => void (row[AT.payer] = ''),
};

/** Faults spread over the list; which rows have one, from 0. */
export function withFaults(list: PatientList, faults = Object.values(ROW_FAULTS)): { list: PatientList; faulty: number[] } {
  const rows = list.rows.map((row) => [...row]);
  const apart = Math.floor(rows.length / faults.length);
  const faulty = faults.map((fault, at) => {
    const place = at * apart + Math.floor(apart / 2);
    fault(rows[place] ?? []);
    return place;
  });
  return { list: { ...list, rows }, faulty };
}
