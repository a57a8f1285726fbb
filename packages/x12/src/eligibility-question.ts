/** A question about one patient's cover, as a 270 carries it. Dates are YYYY-MM-DD; null and [] mean that nothing was said. */

export interface QuestionPerson {
  lastName: string | null;
  firstName: string | null;
  middleName: string | null;
  suffix: string | null;
  birthDate: string | null;
  /** 'F', 'M' or 'U'. */
  gender: string | null;
  memberId: string | null;
  groupNumber: string | null;
  socialSecurityNumber: string | null;
}

export interface EligibilityQuestion {
  payer: { name: string | null; id: string | null };
  provider: { name: string | null; npi: string | null; taxId: string | null };
  subscriber: QuestionPerson;
  /** The patient where that is not the subscriber; `relationship` is X12's code, such as '19'. */
  dependent: (QuestionPerson & { relationship: string | null }) | null;
  serviceTypes: string[];
  /** The day or period asked for; a single day has the same `to`. Null leaves it to the payer, which takes today. */
  date: { from: string; to: string } | null;
  /** TRN02: comes back with the answer. */
  trace: string | null;
}

export interface QuestionEnvelope {
  sender: { qualifier: string; id: string };
  receiver: { qualifier: string; id: string };
  /** 1 to 999,999,999, never used twice with the same receiver. */
  controlNumber: number;
  /** When it is written: YYYY-MM-DD and HH:MM. */
  date: string;
  time: string;
  usage: 'P' | 'T';
  version: '005010X279A1' | '005010X279' | '004010X092A1';
  /** BHT03: comes back with the answer. */
  reference: string;
  /** TRN03: 1 and a tax id, or 9 and an id of the sender's own; ten characters. */
  traceOrigin: string;
}
