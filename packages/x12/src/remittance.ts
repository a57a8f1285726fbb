/** A remittance (835) as it is read: what a payer says it paid of each claim, and why not more. Amounts stay as sent. */

/** CAS: why an amount was not paid. */
export interface Adjustment {
  /** 'CO' contractual, 'PR' the patient's, 'OA' other, 'PI' the payer's own. */
  group: string;
  /** '1' deductible, '2' coinsurance, '3' copayment, '45' above what is allowed. */
  reason: string;
  amount: string;
}

/** An 835 names people on a claim in up to four segments; whose each is, its qualifier says. */
export interface RemittancePerson {
  /** 'QC' patient, 'IL' insured, '74' as the payer corrects it. */
  role: string;
  lastName: string | null;
  firstName: string | null;
  /** NM109, whatever NM108 calls it but a social security number. */
  memberId: string | null;
}

export interface RemittanceLine {
  /** SVC01 without its qualifier, 'HC', 'NU': '90837', '0906'. */
  code: string | null;
  qualifier: string | null;
  charged: string;
  paid: string;
  /** AMT*B6; null: not told. */
  allowed: string | null;
  adjustments: Adjustment[];
  /** YYYY-MM-DD; null: the claim's. */
  from: string | null;
  to: string | null;
}

export interface RemittanceClaim {
  /** CLP01: the practice's own number. */
  controlNumber: string | null;
  /** CLP07: the payer's. */
  payerNumber: string | null;
  /** CLP02: '1' paid as primary, '4' denied, '22' taken back. */
  status: string;
  charged: string;
  paid: string;
  /** CLP05; null: not told. */
  patientPart: string | null;
  /** AMT*AU of the claim as a whole; null: not told. */
  allowed: string | null;
  people: RemittancePerson[];
  /** DMG of the patient, which only some payers send. YYYY-MM-DD. */
  birthDate: string | null;
  /** NPI of who treated (NM1*82), where it is told. */
  renderingNpi: string | null;
  /** Of the claim itself, without those of its lines. */
  adjustments: Adjustment[];
  /** DTM*232 and 233, else the first and last of its lines. YYYY-MM-DD; null: no day is told. */
  from: string | null;
  to: string | null;
  lines: RemittanceLine[];
  /** Characters before its CLP in the decoded file. */
  position: number;
}

/** One ST to SE: one payment. */
export interface Remittance {
  payer: string | null;
  /** Who pays, by number: TRN03, else BPR10, else the payer's own (N1*PR). */
  payerId: string | null;
  /** BPR02: what was paid in all. */
  total: string | null;
  /** PLB: amounts that were kept back from the payment, or below zero added to it, for no claim of it. */
  keptBack: string[];
  payee: string | null;
  payeeNpi: string | null;
  /** DTM*405, else BPR16. YYYY-MM-DD. */
  madeOn: string | null;
  claims: RemittanceClaim[];
}
