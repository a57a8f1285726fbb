/** The demo organizations' inquiries: one of every status, and enough answered ones for a second page. All patients are invented. */
import type { RemoteErrors, StoredInquiryStatus } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { DemoPatient, DemoPlan } from './demo-answer.ts';

export interface DemoInquiry {
  patient: DemoPatient;
  status: StoredInquiryStatus;
  /** Hours before the seeding. */
  hoursAgo: number;
  /** Whose it is, by place in the organization's list of users. */
  by: number;
  /** Null: the payer answered without coverage, or not at all. */
  plan: Omit<DemoPlan, 'payerName' | 'year'> | null;
  remoteErrors?: RemoteErrors;
}

const active = (planName: string, groupName: string, deductible: number, coInsurance: number): DemoInquiry['plan'] => ({
  planName,
  groupName,
  groupNumber: `${groupName.length}0${deductible}-${coInsurance}`,
  isActive: true,
  deductible,
  deductibleLeft: Math.round(deductible * 0.37),
  outOfPocket: deductible * 3 + 1000,
  coPayment: coInsurance + 15,
  coInsurance,
});

const patient = (first: string, last: string, birthDate: string, memberId: string): DemoPatient => ({ first, last, birthDate, memberId });

/** Answered ones, a few hours to some weeks old. */
const ANSWERED: readonly [DemoPatient, DemoInquiry['plan']][] = [
  [patient('Odalys', 'Brantwood', '1988-03-14', 'WQA204418731'), active('Choice PPO 1500', 'Tallgrass Logistics', 1500, 20)],
  [patient('Thaddeus', 'Ferncliff', '1979-11-02', 'LMT771902254'), active('Open Access HMO', 'City of Marrow Bay', 750, 10)],
  [patient('Ximena', 'Calloway', '1995-06-27', 'WQA618820043'), active('High Deductible 5000', 'Juniper & Co', 5000, 30)],
  [patient('Barnaby', 'Stokesley', '1967-01-19', 'HRB330175568'), active('Select EPO', 'Northline Rail', 2000, 20)],
  [patient('Imogen', 'Harrowgate', '2001-09-08', 'XTR905512267'), active('Student Health Plan', 'Alder State University', 500, 20)],
  [
    patient('Cornelius', 'Vandermeer', '1983-12-30', 'LMT118845920'),
    { ...active('Choice PPO 1000', 'Greywick Foods', 1000, 20), isActive: false } as DemoInquiry['plan'],
  ],
  [patient('Saffron', 'Tillery', '1990-04-22', 'QPL447709183'), active('Bronze 7000', 'Individual', 7000, 40)],
  [patient('Leopold', 'Ashgrove', '1974-08-11', 'HRB209938174'), active('Gold 1200', 'Pinecrest Schools', 1200, 15)],
  [patient('Wilhelmina', 'Dunmore', '1959-05-05', 'XTR661023349'), active('Choice PPO 1500', 'Tallgrass Logistics', 1500, 20)],
  [patient('Ezekiel', 'Marchbank', '1998-10-16', 'QPL730014426'), active('Silver 3500', 'Individual', 3500, 25)],
  [patient('Rosalind', 'Peverell', '1985-02-28', 'WQA552287019'), active('Open Access HMO', 'City of Marrow Bay', 750, 10)],
  [patient('Montgomery', 'Lisle', '1971-07-07', 'LMT904471136'), active('Select EPO', 'Northline Rail', 2000, 20)],
  [patient('Apollonia', 'Crewe', '1993-03-03', 'HRB817726650'), active('Gold 1200', 'Pinecrest Schools', 1200, 15)],
  [patient('Fitzgerald', 'Oakhurst', '1962-12-12', 'XTR138840972'), active('High Deductible 3000', 'Juniper & Co', 3000, 20)],
];

const REFUSED: readonly [DemoPatient, RemoteErrors][] = [
  [patient('Percival', 'Thornbury', '1991-01-31', 'NOTFOUND5520'), { memberId: 'Subscriber/Insured Not Found' }],
  [
    patient('Clementine', 'Rooke', '1986-06-06', 'BADDOB81733'),
    { patientBirthDate: 'Patient Birth Date Does Not Match That for the Patient on the Database' },
  ],
];

const WEEKS = 7 * 24;

export const HARBOR_INQUIRIES: readonly DemoInquiry[] = [
  { patient: patient('Gwendolyn', 'Pike', '1982-09-19', 'NEVER220174'), status: 'pending', hoursAgo: 0.01, by: 0, plan: null },
  { patient: patient('Horatio', 'Blythe', '1977-04-04', 'NEVER918840'), status: 'max-retry', hoursAgo: 0.5, by: 1, plan: null },
  { patient: patient('Seraphina', 'Quill', '2003-11-23', 'LMT552018837'), status: 'draft', hoursAgo: 2, by: 0, plan: null },
  { patient: patient('Alistair', 'Wren', '1969-08-30', 'WQA300918274'), status: 'draft', hoursAgo: 30, by: 2, plan: null },
  ...REFUSED.map(([who, remoteErrors], index) => ({
    patient: who,
    status: 'error' as const,
    hoursAgo: 5 + index * 20,
    by: index,
    plan: null,
    remoteErrors,
  })),
  { patient: patient('Beatrix', 'Lowell', '1980-10-10', 'DOWN7714402'), status: 'failure', hoursAgo: 26, by: 1, plan: null },
  { patient: patient('Crispin', 'Hale', '1994-02-14', 'QPL118820375'), status: 'cancel', hoursAgo: 49, by: 0, plan: null },
  { patient: patient('Philippa', 'Sterne', '1965-03-21', 'XTR772003918'), status: 'unknown', hoursAgo: 75, by: 1, plan: null },
  ...ANSWERED.map(([who, plan], index) => ({ patient: who, status: 'complete' as const, hoursAgo: 3 + index * 31, by: index % 3, plan })),
  // Expired: one too old, one answered without coverage.
  {
    patient: patient('Evangeline', 'Moss', '1987-07-17', 'HRB661920047'),
    status: 'complete',
    hoursAgo: 10 * WEEKS,
    by: 0,
    plan: active('Gold 1200', 'Pinecrest Schools', 1200, 15),
  },
  { patient: patient('Lysander', 'Grove', '1972-05-29', 'EMPTY440192'), status: 'complete', hoursAgo: 3 * WEEKS, by: 2, plan: null },
];

export const LAKESIDE_INQUIRIES: readonly DemoInquiry[] = [
  {
    patient: patient('Araminta', 'Voss', '1989-12-01', 'QPL903344187'),
    status: 'complete',
    hoursAgo: 4,
    by: 0,
    plan: active('Silver 3500', 'Individual', 3500, 25),
  },
  { patient: patient('Julius', 'Penhallow', '1976-06-18', 'LMT220085514'), status: 'draft', hoursAgo: 9, by: 0, plan: null },
];
