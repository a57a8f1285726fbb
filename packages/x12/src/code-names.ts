/** Names of X12 codes that a reader needs beside the value. A code without a name is shown as sent; nothing is dropped for want of one. */

type Names = ReadonlyMap<string, string>;
const names = (table: string): Names =>
  new Map(
    table
      .trim()
      .split('\n')
      .map((row) => {
        const at = row.trim().indexOf(' ');
        return [row.trim().slice(0, at), row.trim().slice(at + 1)];
      }),
  );

/** DTP01 */
export const DATE_NAMES = names(`
  007 Effective
  036 Expiration
  096 Discharge
  102 Issue
  152 Effective date of change
  193 Period start
  194 Period end
  198 Completion
  290 Coordination of benefits
  291 Plan
  292 Benefit
  295 Primary care provider
  304 Latest visit
  307 Eligibility
  318 Added
  340 COBRA begin
  341 COBRA end
  342 Premium paid to date begin
  343 Premium paid to date end
  346 Plan begin
  347 Plan end
  348 Benefit begin
  349 Benefit end
  356 Eligibility begin
  357 Eligibility end
  382 Enrollment
  435 Admission
  442 Date of death
  458 Certification
  472 Service
  539 Policy effective
  540 Policy expiration
  636 Last update
  771 Status
`);

/** REF01 */
export const REFERENCE_NAMES = names(`
  04 Additional store number
  0B State license number
  0F Subscriber number
  18 Plan number
  1C Medicare provider number
  1D Medicaid provider number
  1G UPIN
  1J Facility id number
  1L Group or policy number
  1W Member id
  3H Case number
  49 Family unit number
  4A Personal identification number
  6P Group number
  9F Referral number
  ABB Personal id number
  ALS Alternative list id
  CE Class of contract code
  CLI Coverage list id
  CT Contract number
  D3 Pharmacy number
  EA Medical record number
  EI Employer's identification number
  EJ Patient account number
  EL Electronic device pin number
  EO Submitter id
  F6 Health insurance claim number
  FO Drug formulary number
  G1 Prior authorization number
  GH Identification card serial number
  HJ Identity card number
  HPI National provider id
  IF Issue number
  IG Insurance policy number
  JD User identification
  M7 Medical assistance category
  ML Military rank
  MRC Eligibility category
  N5 Provider plan network id
  N6 Plan network id
  N7 Facility network id
  NQ Medicaid recipient id
  Q4 Prior id number
  SY Social security number
  TJ Federal taxpayer id
  Y4 Agency claim number
`);

/** NM101 */
export const ENTITY_NAMES = names(`
  03 Dependent
  13 Contracted service provider
  1I Preferred provider organization
  1P Provider
  2B Third-Party Administrator
  36 Employer
  73 Other physician
  80 Hospital
  FA Facility
  GP Gateway provider
  GW Group
  I3 Independent physicians association
  IL Insured or subscriber
  LR Legal representative
  OC Origin carrier
  P3 Primary Care Provider
  P4 Prior insurance carrier
  P5 Plan Sponsor
  PR Payer
  PRP Primary Payer
  QD Responsible party
  SEP Secondary Payer
  TTP Tertiary Payer
  TV Third-Party Administrator
  VER Party Performing Verification
  VN Vendor
  VY Organization Completing Configuration Change
  X3 Utilization Management Organization
  Y2 Managed Care Organization
`);

/** NM108 */
export const ID_NAMES = names(`
  24 Employer's identification number
  34 Social security number
  46 Electronic transmitter id
  FA Facility id
  FI Federal taxpayer id
  II Unique health identifier
  MI Member id
  NI NAIC code
  PI Payer id
  PP Pharmacy processor number
  SV Service provider number
  XV Plan id
  XX NPI
  ZZ Member id
`);

/** PER03, PER05, PER07 */
export const COMMUNICATION_NAMES = names(`
  ED EDI access number
  EM Email
  EX Extension
  FX Fax
  HP Home phone
  TE Phone
  UR Website
  WP Work phone
`);

/** INS02 */
export const RELATIONSHIP_NAMES = names(`
  01 Spouse
  18 Self
  19 Child
  20 Employee
  21 Unknown
  34 Other adult
  39 Organ donor
  40 Cadaver donor
  53 Life partner
  G8 Other relationship
`);

/** HSD03 */
export const UNIT_NAMES = names(`
  DA Day
  MO Month
  VS Visit
  WK Week
  YR Year
`);

/** HSD01, EB09 where the name differs from what readers of codes know. */
export const QUANTITY_NAMES = names(`
  FL Units
  8H Minimum
`);

/** HSD07 */
export const PATTERN_NAMES = names(`
  1 1st week of the month
  2 2nd week of the month
  3 3rd week of the month
  4 4th week of the month
  5 5th week of the month
  6 1st and 3rd weeks of the month
  7 2nd and 4th weeks of the month
  8 1st working day of period
  9 last working day of period
  A Monday through Friday
  B Monday through Saturday
  C Monday through Sunday
  D Monday
  E Tuesday
  F Wednesday
  G Thursday
  H Friday
  J Saturday
  K Sunday
  L Monday through Thursday
  M immediately
  N as directed
  O daily Monday through Friday
  S once anytime Monday through Friday
  W whenever necessary
`);

/** HSD08 */
export const TIME_NAMES = names(`
  A 1st shift
  B 2nd shift
  C 3rd shift
  D a.m.
  E p.m.
  F as directed
  G any shift
  Y none
`);

/** EB13-1, EQ02-1 */
export const PROCEDURE_NAMES = names(`
  AD CDT
  CJ CPT
  HC HCPCS
  ID ICD-9 procedure
  IV HIEC
  N4 NDC
  ZZ Mutually defined
`);

/** III02 with III01 ZZ */
export const PLACE_NAMES = names(`
  01 Pharmacy
  02 Telehealth
  03 School
  04 Homeless Shelter
  05 Indian Health Service, Free-standing Facility
  06 Indian Health Service, Provider-based Facility
  07 Tribal 638, Free-standing Facility
  08 Tribal 638, Provider-based Facility
  10 Telehealth Provided in Patient's Home
  11 Office
  12 Home
  13 Assisted Living Facility
  14 Group Home
  15 Mobile Unit
  20 Urgent Care Facility
  21 Inpatient Hospital
  22 On Campus-Outpatient Hospital
  23 Emergency Room - Hospital
  24 Ambulatory Surgical Center
  25 Birthing Center
  26 Military Treatment Facility
  31 Skilled Nursing Facility
  32 Nursing Facility
  33 Custodial Care Facility
  34 Hospice
  41 Ambulance - Land
  42 Ambulance - Air or Water
  49 Independent Clinic
  50 Federally Qualified Health Center
  51 Inpatient Psychiatric Facility
  52 Psychiatric Facility-Partial Hospitalization
  53 Community Mental Health Center
  54 Intermediate Care Facility
  55 Residential Substance Abuse Treatment Facility
  56 Psychiatric Residential Treatment Center
  57 Non-residential Substance Abuse Treatment Facility
  58 Non-residential Opioid Treatment Facility
  61 Comprehensive Inpatient Rehabilitation Facility
  62 Comprehensive Outpatient Rehabilitation Facility
  65 End-Stage Renal Disease Treatment Facility
  71 Public Health Clinic
  72 Rural Health Clinic
  81 Independent Laboratory
  99 Other Place of Service
`);
