/** Headings as practices' systems write them, without blanks, case and punctuation; the surer ones first (product.md 19.1). */
import type { BatchColumn } from '@coverlight/contract/batches/columns.schema.ts';

const listed = (names: string): string[] => names.trim().split(/\s+/);

/** What is said of a person; the same words stand behind 'subscriber' for that other person. */
const PERSONAL = {
  first: listed('firstname first fname givenname given forename namefirst firstnm legalfirstname firstlegalname'),
  last: listed('lastname last lname surname familyname namelast lastnm family legallastname lastlegalname'),
  full_name: listed(`
    fullname name completename legalname lastfirst lastnamefirstname nm namelastfirst displayname patient client member person
    resident
  `),
  birth_date: listed(`
    dateofbirth dob birthdate birthdt birthday bdate dtofbirth dobdate borndate born birth dateborn dobmmddyyyy
    dateofbirthmmddyyyy
  `),
};

const MEMBER_ID = listed(`
    memberid membernumber memberno memnumber memid mbrid memberidnumber insuranceid insuranceidnumber insuranceidno
    insurancenumber insurancememberid policynumber policyno policyid policy policyidnumber insurancepolicynumber insurancepolicyid
    insid insidnumber planid planidnumber cardnumber idcardnumber certificatenumber certno certificate contractnumber medicareid
    medicaidid mbi hicn beneficiaryid enrolleeid membershipid membershipnumber coverageid healthplanid payermemberid
  `);

export const COLUMN_NAMES: Readonly<Record<BatchColumn, readonly string[]>> = {
  ...PERSONAL,
  external_id: listed(`
    externalid mrn medicalrecordnumber chartnumber chartno chartid chart accountnumber accountno accountid account acct acctno
    patientid patid ptid patientno patientnumber clientid clientno clientnumber pid pubpid internalid recordid recordnumber
    personid ehrid emrid reference referenceid id
  `),
  suffix: listed('suffix namesuffix generation sfx'),
  gender: listed('gender sex sexatbirth birthsex administrativesex legalsex gendercode sexcode'),
  member_id: MEMBER_ID,
  payer_name: listed(`
    payername payer payor payorname insurancecompany insurancecompanyname insurancename insurance insurancecarrier
    insurancecarriername insurancepayer insurancepayername insuranceprovider insurer insurername carrier carriername
    healthinsurance healthplan healthplanname insuranceplan insuranceplanname insurancetype ins insname insco inscompany
    inscarrier coverage coveragename plan planname benefitplan benefitplanname
  `),
  payer_id: listed(`
    payerid payorid payercode payorcode payeridnumber electronicpayerid edipayerid ediid insurancepayerid insurancecompanyid
    insurancecode carrierid carriercode clearinghousepayerid cpid tradingpartnerid availityid availitypayerid pverifycode
    pverifypayercode
  `),
  group_number: listed(`
    groupnumber groupno groupid group groupnum grpnumber grpno grp grpid insurancegroupnumber insurancegroup policygroup
    plangroupnumber employergroup policygroupnumber insurancegroupid
  `),
  relationship: listed(`
    relationship relationshiptosubscriber relationshiptoinsured relationtosubscriber relationtoinsured relation
    subscriberrelationship insuredrelationship policyholderrelationship relationshiptopolicyholder relationtopolicyholder
    memreltopat relationshipcode reltosubscriber reltoinsured insuredrel patientrelationship patientrelationshiptosubscriber
    patientrelationshiptoinsured patientrelationtoinsured patientrelationtosubscriber
  `),
  subscriber_first: [],
  subscriber_last: [],
  subscriber_full_name: listed('subscriber insured policyholder primaryinsured insurancesubscriber cardholder'),
  subscriber_birth_date: [],
  // The heading of most cards and of many systems: of a patient who is the subscriber it is the member id.
  subscriber_member_id: listed('id number no num idnumber policynumber memberid'),
  appointment_at: listed(`
    appointmentat appointmentdate appointmentdatetime appointmenttime appointment apptdate apptdatetime appttime appt
    nextappointment nextappt nextappointmentdate nextvisit visitdate dateofvisit sessiondate scheduleddate scheduledat
    scheduledstart startdatetime starttime startdate admitdate admissiondate dateofservice servicedate dos date
  `),
  provider_name: listed(`
    providername provider facility facilityname billingprovider billingprovidername location locationname practicename practice
    clinic clinicname site sitename office officename servicelocation program programname
  `),
  provider_npi: listed(`
    providernpi npi npinumber facilitynpi billingnpi billingprovidernpi groupnpi locationnpi organizationnpi practicenpi
    nationalproviderid nationalprovideridentifier
  `),
  service_type: listed('servicetype servicetypecode servicetypecodes servicetypes stc service servicecode eligibilityservicetype'),
  level_of_care: listed('levelofcare loc carelevel levelofcarecode levelsofcare programlevel asamlevel'),
  tag: listed('tag tags label labels category casemanager caseload note notes comment comments cohort'),
};

/** Words before a heading that say no more than that it is of the patient. */
export const OF_PATIENT = listed(
  'patients patient pat pt clients client member mbr person consumer participant resident dependent student',
);
/** Of the one who holds the policy. */
export const OF_SUBSCRIBER = listed(`
    subscribers subscriber subscr subs sub policyholders policyholder policyowner insureds insured insuranceholder cardholder
    guarantor holder
  `);
/** Of the coverage that is asked first. */
export const OF_FIRST = listed('primary prim pri current');
/** They stand before what is said of the subscriber. */
export const OF_COVERAGE = listed('insurance ins coverage plan');
/** A second coverage is no question of this list. */
export const OF_OTHERS =
  /^(secondary|second|sec|tertiary|third|other|insurance2|ins2|insurance3|ins3|previous|prior|emergency|mother|father|parent|spouse|referring|rendering|supervising)/;
