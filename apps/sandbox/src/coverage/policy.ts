/** What an invented payer knows about a member, in no vendor's form. Both vendors' answers are made from it, so they tell the same facts. */

export type LineKind =
  | 'status'
  | 'co-insurance'
  | 'co-payment'
  | 'deductible'
  | 'out-of-pocket'
  | 'limitation'
  | 'non-covered'
  | 'description'
  | 'exclusion'
  | 'cost-containment'
  | 'reserve';

export type Network = 'in' | 'out' | 'both' | 'unstated';

export interface Line {
  kind: LineKind;
  serviceType: string;
  network: Network;
  /** EB01 1 to 8; only on status lines. */
  statusCode?: string;
  level?: 'IND' | 'FAM' | 'EMP' | 'ESP';
  /** EB06 of `amount`, `percent`, `quantity` or `total`. */
  period?: string;
  /** Dollars, as the payer writes them. */
  amount?: string;
  /** Of a deductible or out-of-pocket maximum: the limit, and what is left of it. */
  total?: string;
  remaining?: string;
  /** A fraction with its leading dot: ".2" is twenty percent. */
  percent?: string;
  quantity?: string;
  quantityQualifier?: string;
  /** Absent where the payer says nothing about it. */
  authorization?: 'yes' | 'no' | 'unknown';
  placeOfService?: string;
  insuranceType?: string;
  notes?: string[];
  benefitBegin?: string;
  benefitEnd?: string;
  /** "quantity of qualifier in each timePeriods timePeriod". */
  delivery?: { quantity: string; quantityQualifier: string; timePeriods: string; timePeriod: string };
}

export interface Entity {
  name: string;
  role: string;
  roleCode: string;
  phone?: string;
  url?: string;
  memberId?: string;
  npi?: string;
  city?: string;
  state?: string;
  zipCode?: string;
}

export interface OtherPayer {
  name: string;
  order: 'primary' | 'secondary' | 'tertiary' | null;
  memberId: string;
  phone: string;
  begin: string;
  end: string | null;
}

export interface Plan {
  name: string;
  /** null: the payer states none. */
  statusCode: string | null;
  insuranceType: string;
  groupName: string;
  groupNumber: string;
  planNumber: string;
  networkId: string;
  networkName: string;
  begin: string;
  end: string | null;
  eligibilityBegin: string;
  premiumPaidTo: string | null;
  lastUpdate: string;
  notes: string[];
  lines: Line[];
  primaryCare: Entity | null;
  otherPayers: OtherPayer[];
  /** Who administers a service, by service type. */
  administrators: { serviceTypes: string[]; entity: Entity }[];
  contacts: Entity[];
}

export interface Policy {
  plans: Plan[];
  address: { line1: string; city: string; state: string; zipCode: string };
  gender: 'M' | 'F';
  /** What the payer has on file instead of what was asked; null where the records agree. */
  onFile: { firstName: string; lastName: string; birthDate: string; memberId: string } | null;
}

export type Patient = {
  firstName: string;
  lastName: string;
  middleName: string;
  birthDate: string;
  memberId: string;
};
