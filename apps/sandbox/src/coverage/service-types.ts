/** X12 service types the invented plans speak about. `pverifyName` keeps the irregular wording that vendor is known for. */

export type CareKind = 'plan' | 'office' | 'program' | 'inpatient' | 'medical' | 'uncovered';

interface ServiceType {
  code: string;
  name: string;
  care: CareKind;
  pverifyName?: string;
}

export const SERVICE_TYPES: readonly ServiceType[] = [
  { code: '30', name: 'Health Benefit Plan Coverage', care: 'plan' },
  { code: 'MH', name: 'Mental Health', care: 'office' },
  { code: '98', name: 'Professional (Physician) Visit - Office', care: 'office' },
  { code: 'AI', name: 'Substance Abuse', care: 'office' },
  { code: 'A6', name: 'Psychotherapy', care: 'office' },
  { code: 'A8', name: 'Psychiatric - Outpatient', care: 'office' },
  { code: 'BB', name: 'Partial Hospitalization (Psychiatric)', care: 'program' },
  { code: 'A7', name: 'Psychiatric - Inpatient', care: 'inpatient' },
  { code: 'RT', name: 'Residential Psychiatric Treatment', care: 'inpatient' },
  { code: 'CF', name: 'Mental Health Provider - Outpatient', care: 'office', pverifyName: 'Mental Health Provider  - Outpatient' },
  { code: 'CE', name: 'Mental Health Provider - Inpatient', care: 'inpatient', pverifyName: 'Mental Health Provider  - Inpatient' },
  { code: 'CG', name: 'Mental Health Facility - Inpatient', care: 'inpatient' },
  { code: 'CH', name: 'Mental Health Facility - Outpatient', care: 'program' },
  { code: 'CI', name: 'Substance Abuse Facility - Inpatient', care: 'inpatient' },
  { code: 'CJ', name: 'Substance Abuse Facility - Outpatient', care: 'program' },
  { code: 'A4', name: 'Psychiatric', care: 'office' },
  { code: 'A5', name: 'Psychiatric - Room and Board', care: 'inpatient' },
  { code: 'AJ', name: 'Alcoholism Treatment', care: 'office', pverifyName: 'Alcoholism' },
  { code: 'AK', name: 'Drug Addiction', care: 'office' },
  { code: 'BC', name: 'Day Care (Psychiatric)', care: 'program' },
  { code: 'BD', name: 'Cognitive Therapy', care: 'office' },
  { code: '22', name: 'Social Work', care: 'office' },
  { code: 'CQ', name: 'Case Management', care: 'office' },
  { code: '1', name: 'Medical Care', care: 'medical' },
  { code: 'UC', name: 'Urgent Care', care: 'medical' },
  { code: '86', name: 'Emergency Services', care: 'medical' },
  { code: '48', name: 'Hospital - Inpatient', care: 'inpatient' },
  { code: '50', name: 'Hospital - Outpatient', care: 'program' },
  { code: '47', name: 'Hospital', care: 'medical' },
  { code: '88', name: 'Pharmacy', care: 'medical' },
  { code: '33', name: 'Chiropractic', care: 'medical' },
  { code: '35', name: 'Dental Care', care: 'uncovered' },
  { code: 'AL', name: 'Vision (Optometry)', care: 'uncovered' },
  { code: 'PT', name: 'Physical Therapy', care: 'medical' },
  { code: 'AD', name: 'Occupational Therapy', care: 'medical' },
  { code: 'AF', name: 'Speech Therapy', care: 'medical' },
  { code: '5', name: 'Diagnostic Lab', care: 'medical' },
  { code: '4', name: 'Diagnostic X-Ray', care: 'medical' },
  { code: '62', name: 'MRI Scan', care: 'medical', pverifyName: 'MRI/CAT Scan' },
  { code: '73', name: 'Diagnostic Medical', care: 'medical' },
  { code: '42', name: 'Home Health Care', care: 'medical' },
  { code: '45', name: 'Hospice', care: 'medical' },
  { code: 'AG', name: 'Skilled Nursing Care', care: 'inpatient' },
  { code: '18', name: 'Durable Medical Equipment Rental', care: 'medical' },
  { code: '69', name: 'Maternity', care: 'medical' },
  { code: '68', name: 'Well Baby Care', care: 'medical' },
  { code: 'BU', name: 'Obstetrical', care: 'medical', pverifyName: 'Obsterical' },
  { code: 'BY', name: 'Physician Visit - Sick', care: 'medical', pverifyName: 'Physician Visit - Office : Sick' },
  { code: 'BZ', name: 'Physician Visit - Well', care: 'medical', pverifyName: 'Physician Visit - Office : Well' },
  { code: '52', name: 'Hospital - Emergency Medical', care: 'medical' },
  { code: '59', name: 'Licensed Ambulance', care: 'medical' },
  { code: '76', name: 'Dialysis', care: 'medical' },
  { code: '78', name: 'Chemotherapy', care: 'medical' },
  { code: '2', name: 'Surgical', care: 'medical' },
  { code: '7', name: 'Anesthesia', care: 'medical' },
  { code: '80', name: 'Immunizations', care: 'medical' },
  { code: '81', name: 'Routine Physical', care: 'medical' },
  { code: '67', name: 'Smoking Cessation', care: 'medical' },
  { code: '93', name: 'Podiatry', care: 'medical' },
  { code: '64', name: 'Acupuncture', care: 'uncovered' },
  { code: '83', name: 'Infertility', care: 'uncovered' },
];

const byCode = new Map(SERVICE_TYPES.map((serviceType) => [serviceType.code, serviceType]));

const BEHAVIOURAL = new Set('MH 98 AI A6 A8 BB A7 RT CF CE CG CH CI CJ A4 A5 AJ AK BC BD 22 CQ'.split(' '));

export const isBehavioural = (code: string) => BEHAVIOURAL.has(code);
export const serviceTypeName = (code: string) => byCode.get(code)?.name ?? code;
export const pverifyServiceName = (code: string) => byCode.get(code)?.pverifyName ?? serviceTypeName(code);
