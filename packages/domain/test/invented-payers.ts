/** Names of payers that do not exist, of the kinds that exist: families with a plan in each state, look-alikes, long and short forms. */

const STATES =
  'Texas,Florida,North Carolina,South Carolina,New York,New Jersey,Ohio,Indiana,Washington,Oregon,Virginia,West Virginia,Illinois,Maine'.split(
    ',',
  );

const FAMILIES: readonly ((state: string) => string[])[] = [
  (state) => [`Blue Cross Blue Shield of ${state}`],
  (state) => [`Brightwell Health Plan of ${state}`, `BRIGHTWELL ${state.toUpperCase()}`],
  (state) => [`${state} Medicaid`, `Medicaid of ${state}`],
  (state) => [`Carelight Community Plan of ${state}`],
];

const ALONE: readonly string[][] = [
  ['Ashcombe Life Insurance Company', 'Ashcombe'],
  ['Ashcombe Dental'],
  ['Ashcomb Benefit Administrators'],
  ['Unity Harbor Healthcare', 'UHH'],
  ['Unity Harbor Community Plan'],
  ['Unity Harbor Medicare Advantage'],
  ['Fellmoor Behavioral Health', 'Fellmoor BH'],
  ['Fellmoor Health Alliance'],
  ['Quillhaven Mutual of Ohio', 'Quillhaven Mutual'],
  ['Quillhaven Federal Employees Program', 'Quillhaven FEP'],
  ['TriBay Alliance West'],
  ['TriBay Alliance East'],
  ['Summerlee Assurance', 'Summerlee Assurance Co of America'],
  ['Group Benefit Holdings', 'GBH'],
  ['National Association of Ferrymen', 'NAF Benefit Fund'],
  ['Marrowstone Employees Trust Fund'],
  ['Marrowstone Preferred One'],
  ['Preferred Care Partners of Ellery'],
  ['Preferred Care Network'],
  ['Veterans Coastal Program'],
  ['First Light Health Cooperative', 'First Light Coop'],
  ['Second Light Health Cooperative'],
  ['Gatehouse Medical Management Services'],
  ['Old Harbor Insurance Group', 'Old Harbor'],
  ['New Harbor Insurance Group', 'New Harbor'],
];

/** Each payer's names, its own first. */
export const invented = (): string[][] => [...STATES.flatMap((state) => FAMILIES.map((family) => family(state))), ...ALONE];
