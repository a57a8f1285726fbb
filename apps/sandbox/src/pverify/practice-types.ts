/** pVerify's practice types: which service types each stands for, and which summary objects its answers carry. */

export interface PracticeType {
  name: string;
  serviceTypes: string[];
  /** Keys of the answer; one for each service type they sum up, in the same order where there are several. */
  summaries: { key: string; serviceType: string; hasVisits?: boolean }[];
}

type Summary = PracticeType['summaries'][number];

const mentalHealth: Summary = { key: 'MentalHealthSummary', serviceType: 'MH', hasVisits: true };
const substanceProfessional: Summary = { key: 'SubstanceAbuseProfessionalSummary', serviceType: 'AI' };
const substanceInpatient: Summary = { key: 'SubstanceAbuseInPatientFacilitySummary', serviceType: 'CI' };
const substanceOutpatient: Summary = { key: 'SubstanceAbuseOutPatientFacilitySummary', serviceType: 'CJ' };
const psychotherapy: Summary = { key: 'PsychotherapySummary', serviceType: 'A6', hasVisits: true };
const psychiatric: Summary = { key: 'PsychiatricSummary', serviceType: 'A4' };
const telemedicine: Summary = { key: 'TelemedicineMentalHealthSummary', serviceType: 'MH', hasVisits: true };
const specialist: Summary = { key: 'SpecialistOfficeSummary', serviceType: '98' };
const primaryCare: Summary = { key: 'PrimaryCareSummary', serviceType: '30' };
const facilityInpatient: Summary = { key: 'MentalHealthFacilityInPatientSummary', serviceType: 'CG' };
const facilityOutpatient: Summary = { key: 'MentalHealthFacilityOutPatientSummary', serviceType: 'CH' };
const physician: Summary = { key: 'OutpatientProfessionalSummary', serviceType: 'A0' };
const pharmacy: Summary = { key: 'PharmacySummary', serviceType: '88' };
const therapy = (key: string, serviceType: string): Summary => ({ key, serviceType, hasVisits: true });

const PRACTICE_TYPES: Readonly<Record<string, PracticeType>> = {
  '3': type('DME (12)', { key: 'DMESummary', serviceType: '12' }),
  '9': type('VisionOptometry (AL)', { key: 'VisionOptometrySummary', serviceType: 'AL' }),
  '12': type('Physical Therapy (PT)', therapy('PhysicalTherapySummary', 'PT')),
  '17': type('Primary Care (30)', primaryCare),
  '18': type('Specialist_Office (98)', specialist),
  '21': type('Mental Health (MH)', mentalHealth),
  '23': type('Urgent Care (UC)', { key: 'UrgentCareSummary', serviceType: 'UC' }),
  '24': type('Diagnostic Lab (5)', { key: 'DiagnosticLabSummary', serviceType: '5' }),
  '30': type('Chiropractic (33)', therapy('ChiropracticSummary', '33')),
  // The vendor's own spelling.
  '33': type('Speech Therapy (AF)', therapy('SpeechThearySummary', 'AF')),
  '34': type('Occupational Therapy (AD)', therapy('OccupationalTherapySummary', 'AD')),
  '54': type('Emergency Services (86)', { key: 'EmergencyMedicalSummary', serviceType: '86' }),
  '55': type('Routine Physical (81)', { key: 'WellnessOrRoutineVisitSummary', serviceType: '81' }),
  '57': type('Professional - Outpatient Physician (A0)', physician),
  '59': type('Substance Abuse (AI)', substanceProfessional),
  '60': type('Substance Abuse Facility-InPatient (CI)', substanceInpatient),
  '61': type('Substance Abuse Facility-OutPatient (CJ)', substanceOutpatient),
  '64': type('Mental Health_Sub Abuse Professional', mentalHealth, substanceProfessional),
  '65': type('Mental Health_Sub Abuse_In&OutFacility', mentalHealth, substanceInpatient, substanceOutpatient),
  '66': type('Sub Abuse_In&OutFacility', substanceInpatient, substanceOutpatient),
  '67': type('Mental Health_SubAbuse_In-NetFacility', mentalHealth, substanceInpatient),
  '70': type('General_Office_Benefits(30)', primaryCare),
  '73': type('Hospital-InPatient (48)', { key: 'HospitalInpatientSummary', serviceType: '48' }),
  '77': type('Pharmacy (88)', pharmacy),
  '83': type('Hospital-OutPatient (50)', { key: 'HospitalOutPatientSummary', serviceType: '50' }),
  '93': type('Telemedicine-Mental Health (MH)', telemedicine),
  '94': type('Psychotherapy (A6)', psychotherapy),
  '97': type('Specialist(Office)_Psychotherapy', specialist, psychotherapy),
  '101': type('SNF(AG)', { key: 'SNFSummary', serviceType: 'AG' }),
  '104': type('Specialist(Office)_Mental Health', specialist, mentalHealth),
  '107': type('Professional (Physician) Visit - Inpatient(99)', { key: 'ProfessionalPhysicianVisitInpatientSummary', serviceType: '99' }),
  '108': type('Home Health Care(42)', { key: 'HomeHealthCareSummary', serviceType: '42' }),
  '109': type('Hospice(45)', { key: 'HospiceSummary', serviceType: '45' }),
  '111': type('Mental Health_Telemedicine- Mental Health (MH)', mentalHealth, telemedicine),
  '125': type('Physical Therapy_Mental Health', therapy('PhysicalTherapySummary', 'PT'), mentalHealth),
  '136': type('Psychiatric (A4)', psychiatric),
  '137': type(
    'Mental Health_Telemedicine-Mental Health(MH)_Psychotherapy(A6)_Psychiatric (A4)',
    mentalHealth,
    telemedicine,
    psychotherapy,
    psychiatric,
  ),
  // The vendor's own spelling.
  '140': type('Acupuncture(64)', { key: 'AcupunctureSummary', serviceType: '64' }),
  '150': type('Mental Health Facility-Outpatient(CH)', facilityOutpatient),
  '152': type('Mental Health_SubAbuse_Out Net Facility', mentalHealth, substanceOutpatient),
  '153': type(
    'Mental Health_Mental Health OP Facility _Sub_Abuse_In&Out Net Facility',
    mentalHealth,
    facilityOutpatient,
    substanceInpatient,
    substanceOutpatient,
  ),
  '154': type('Mental Health (MH)_Mental Health Facility Outpatient(CH)', mentalHealth, facilityOutpatient),
  '161': type('Mental Health (MH)_Pharmacy (88)__Psychiatric (A4)Psychotherapy(A6)', mentalHealth, pharmacy, psychiatric, psychotherapy),
  '167': type(
    'Mental Health (MH)_Mental Health Facility-Outpatient(CH)_Professional - Outpatient Physician (A0)(*)',
    mentalHealth,
    facilityOutpatient,
    physician,
  ),
  '176': type('Mental Health (MH)_Primary Care (30)_Specialist - Office (98)', mentalHealth, primaryCare, specialist),
  '182': type('Mental Health Facility-Inpatient(CG)', facilityInpatient),
  '184': type(
    'Mental Health (MH)_Substance Abuse (AI)(*)_Substance Abuse Facility-InPatient (CI)(*)_Substance Abuse Facility-OutPatient (CJ)(*)',
    mentalHealth,
    substanceProfessional,
    substanceInpatient,
    substanceOutpatient,
  ),
};

function type(name: string, ...summaries: PracticeType['summaries']): PracticeType {
  return { name, summaries, serviceTypes: [...new Set(summaries.map(({ serviceType }) => serviceType))] };
}

/** The account's default, general office benefits, where none is sent; null where the number is unknown. */
export function practiceTypeOf(code: string | null): PracticeType | null {
  const wanted = code ?? '70';
  const known = PRACTICE_TYPES[wanted];
  if (known) return known;
  // The vendor has some 160 practice types; the rest have their summary only.
  return /^\d{1,3}$/.test(wanted) && Number(wanted) >= 3 && Number(wanted) <= 217
    ? { name: `Practice Type ${wanted}`, serviceTypes: [], summaries: [] }
    : null;
}
