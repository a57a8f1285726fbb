/** pVerify's practice types: which service types each stands for, and which summary objects its answers carry. */

export interface PracticeType {
  name: string;
  serviceTypes: string[];
  /** Keys of the answer; one for each service type they sum up, in the same order where there are several. */
  summaries: { key: string; serviceType: string; hasVisits?: boolean }[];
}

const mentalHealth = { key: 'MentalHealthSummary', serviceType: 'MH', hasVisits: true };
const substanceProfessional = { key: 'SubstanceAbuseProfessionalSummary', serviceType: 'AI' };
const substanceInpatient = { key: 'SubstanceAbuseInPatientFacilitySummary', serviceType: 'CI' };
const substanceOutpatient = { key: 'SubstanceAbuseOutPatientFacilitySummary', serviceType: 'CJ' };
const psychotherapy = { key: 'PsychotherapySummary', serviceType: 'A6', hasVisits: true };
const psychiatric = { key: 'PsychiatricSummary', serviceType: 'A4' };
const telemedicine = { key: 'TelemedicineMentalHealthSummary', serviceType: 'MH', hasVisits: true };
const specialist = { key: 'SpecialistOfficeSummary', serviceType: '98' };
const facilityOutpatient = { key: 'MentalHealthFacilityOutPatientSummary', serviceType: 'CH' };

const PRACTICE_TYPES: Readonly<Record<string, PracticeType>> = {
  '12': type('Physical Therapy (PT)', { key: 'PhysicalTherapySummary', serviceType: 'PT', hasVisits: true }),
  '17': type('Primary Care (BY)', { key: 'PrimaryCareSummary', serviceType: 'BY' }),
  '18': type('Specialist_Office (98)', specialist),
  '21': type('Mental Health (MH)', mentalHealth),
  '23': type('Urgent Care (UC)', { key: 'UrgentCareSummary', serviceType: 'UC' }),
  '24': type('Diagnostic Lab (5)', { key: 'DiagnosticLabSummary', serviceType: '5' }),
  '54': type('Emergency Services (86)', { key: 'EmergencyMedicalSummary', serviceType: '86' }),
  '59': type('Substance Abuse (AI)', substanceProfessional),
  '60': type('Substance Abuse Facility InPatient (CI)', substanceInpatient),
  '61': type('Substance Abuse Facility OutPatient (CJ)', substanceOutpatient),
  '64': type('Mental Health_Sub Abuse Professional', mentalHealth, substanceProfessional),
  '65': type('Mental Health_Sub Abuse_In&OutFacility', mentalHealth, substanceInpatient, substanceOutpatient),
  '66': type('Sub Abuse_In&OutFacility', substanceInpatient, substanceOutpatient),
  '67': type('Mental Health_SubAbuse_In-NetFacility', mentalHealth, substanceInpatient),
  '70': type('General_Office_Benefits (30)', { key: 'PrimaryCareSummary', serviceType: '98' }),
  '73': type('Hospital InPatient (48)', { key: 'HospitalInpatientSummary', serviceType: '48' }),
  '77': type('Pharmacy (88)', { key: 'PharmacySummary', serviceType: '88' }),
  '83': type('Hospital OutPatient (50)', { key: 'HospitalOutPatientSummary', serviceType: '50' }),
  '93': type('Telemedicine-Mental Health', telemedicine),
  '94': type('Psychotherapy (A6)', psychotherapy),
  '97': type('Specialist(Office)_Psychotherapy', specialist, psychotherapy),
  '104': type('Specialist(Office)_Mental Health', specialist, mentalHealth),
  '111': type('Mental Health_Telemedicine- Mental Health (MH)', mentalHealth, telemedicine),
  '136': type('Psychiatric (A4)', psychiatric),
  '137': type(
    'Mental Health_Telemedicine-Mental Health(MH)_Psychotherapy(A6)_Psychiatric (A4)',
    mentalHealth,
    telemedicine,
    psychotherapy,
    psychiatric,
  ),
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
