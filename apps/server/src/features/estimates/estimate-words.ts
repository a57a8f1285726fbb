/**
 * The words of the paper that a patient is given, in English and Spanish. They follow the shape of the notice that the law's agency made a
 * model of, in our own words; counsel has to read them before a practice uses them (product.md 20.7).
 */
export interface EstimateWords {
  gfe: string;
  estimate: string;
  patient: string;
  payer: string;
  noPayer: string;
  page: string;
  of: string;
  born: string;
  made: string;
  scheduled: string;
  service: string;
  serviceOn: string;
  notScheduled: string;
  diagnosis: string;
  facility: string;
  place: string;
  noPlace: string;
  npi: string;
  taxId: string;
  what: string;
  code: string;
  quantity: string;
  each: string;
  together: string;
  total: string;
  charges: string;
  apart: string;
  apartHead: string;
  arithmetic: string;
  patientPays: (low: string, high: string) => string;
  planPays: (low: string, high: string) => string;
  begins: (sessions: number) => string;
  zeroPossible: string;
  disclaimers: string;
  aboutGfe: string[];
  aboutEstimate: string[];
  counsel: string;
  reminder: string;
}

const ENGLISH: EstimateWords = {
  gfe: 'Good Faith Estimate for Health Care Items and Services',
  estimate: 'Estimate of costs',
  patient: 'Patient',
  payer: 'Payer',
  noPayer: 'no claim is filed with a health plan',
  page: 'Page',
  of: 'of',
  born: 'Date of birth',
  made: 'Date of this estimate',
  scheduled: 'Scheduled on',
  service: 'Primary service',
  serviceOn: 'Date of service',
  notScheduled: 'not scheduled yet',
  diagnosis: 'Diagnosis',
  facility: 'Provider or facility',
  place: 'State and place',
  noPlace: 'to be filled in',
  npi: 'NPI',
  taxId: 'Tax id',
  what: 'Item or service',
  code: 'Code',
  quantity: 'Number',
  each: 'Expected charge of each',
  together: 'Together',
  total: 'Total expected charges',
  charges: 'Expected charges',
  apart: 'Services that have to be scheduled apart, here or elsewhere, are not in this estimate. They can be asked for separately.',
  apartHead: 'Services to be scheduled apart',
  arithmetic: 'What the plan may pay',
  patientPays: (low, high) => `The patient’s part may come to ${low} to ${high}.`,
  planPays: (low, high) => `The plan may pay ${low} to ${high}.`,
  begins: (sessions) => `Payments of the plan begin after about ${sessions} ${sessions === 1 ? 'session' : 'sessions'}.`,
  zeroPossible: 'A plan can approve a service and pay $0.',
  disclaimers: 'What you should know',
  aboutGfe: [
    'This estimate shows what the items and services named here are expected to cost for your care. It rests on what was known on the day when it was made.',
    'It does not include what nobody can foresee. More, or other, services may be advised in the course of treatment; they are not part of this estimate and may cost more.',
    'If you are billed 400 dollars or more above the expected charges of a provider or facility named here, you may dispute the bill.',
    'You may ask the provider or facility to correct the bill to this estimate, to talk about it, or whether there is financial help.',
    'You may also begin a dispute with the U.S. Department of Health and Human Services within 120 calendar days (about 4 months) of the date on the bill. There is a fee of 25 dollars for it. Where the reviewer agrees with you, you pay the price of this estimate; else the higher amount.',
    'For forms and more about this right: www.cms.gov/nosurprises/consumers, or telephone 1-800-985-3059.',
    'This estimate is no contract. You need not take services from any provider or facility named in it.',
    'Keep this paper, or a picture of it. You may need it if you are billed more.',
  ],
  aboutEstimate: [
    'This is an estimate and no promise. What a plan really pays is decided when a claim is filed.',
    'It rests on what the plan told, on what was paid for claims before, and on what the practice charges. Each of these can change.',
    'This estimate is no contract, and no Good Faith Estimate under federal law.',
  ],
  counsel: 'Draft: legal counsel has to read this text before it is given to a patient.',
  reminder: 'An estimate, no bill and no contract.',
};

const SPANISH: EstimateWords = {
  gfe: 'Estimado de buena fe de artículos y servicios de atención médica',
  estimate: 'Estimado de costos',
  patient: 'Paciente',
  payer: 'Plan de salud',
  noPayer: 'no se presenta ningún reclamo a un plan de salud',
  page: 'Página',
  of: 'de',
  born: 'Fecha de nacimiento',
  made: 'Fecha de este estimado',
  scheduled: 'Programado el',
  service: 'Servicio principal',
  serviceOn: 'Fecha del servicio',
  notScheduled: 'todavía sin programar',
  diagnosis: 'Diagnóstico',
  facility: 'Proveedor o centro',
  place: 'Estado y lugar',
  noPlace: 'por completar',
  npi: 'NPI',
  taxId: 'Número de identificación fiscal',
  what: 'Artículo o servicio',
  code: 'Código',
  quantity: 'Cantidad',
  each: 'Cargo previsto de cada uno',
  together: 'En total',
  total: 'Total de los cargos previstos',
  charges: 'Cargos previstos',
  apart: 'Los servicios que deban programarse por separado, aquí o en otro lugar, no están en este estimado. Se pueden solicitar aparte.',
  apartHead: 'Servicios que se programan por separado',
  arithmetic: 'Lo que el plan podría pagar',
  patientPays: (low, high) => `La parte del paciente podría ser de ${low} a ${high}.`,
  planPays: (low, high) => `El plan podría pagar de ${low} a ${high}.`,
  begins: (sessions) => `El plan empieza a pagar después de unas ${sessions} ${sessions === 1 ? 'sesión' : 'sesiones'}.`,
  zeroPossible: 'Un plan puede aprobar un servicio y pagar $0.',
  disclaimers: 'Lo que usted debe saber',
  aboutGfe: [
    'Este estimado muestra lo que se espera que cuesten los artículos y servicios aquí nombrados para su atención. Se basa en lo que se sabía el día en que se hizo.',
    'No incluye lo que nadie puede prever. Durante el tratamiento se le podrían recomendar más servicios u otros distintos; no forman parte de este estimado y podrían costar más.',
    'Si le cobran 400 dólares o más por encima de los cargos previstos de un proveedor o centro aquí nombrado, usted puede disputar la factura.',
    'Puede pedir al proveedor o centro que corrija la factura según este estimado, que la hable con usted, o preguntar si hay ayuda económica.',
    'También puede iniciar una disputa ante el Departamento de Salud y Servicios Humanos de los EE. UU. dentro de 120 días calendario (unos 4 meses) desde la fecha de la factura. Tiene una tarifa de 25 dólares. Si el revisor le da la razón, usted paga el precio de este estimado; si no, la cantidad más alta.',
    'Para formularios y más sobre este derecho: www.cms.gov/nosurprises/consumers, o llame al 1-800-985-3059.',
    'Este estimado no es un contrato. Usted no está obligado a recibir servicios de ningún proveedor o centro nombrado en él.',
    'Guarde este papel, o una foto de él. Podría necesitarlo si le cobran más.',
  ],
  aboutEstimate: [
    'Esto es un estimado y no una promesa. Lo que el plan paga de verdad se decide cuando se presenta un reclamo.',
    'Se basa en lo que dijo el plan, en lo que se pagó antes por otros reclamos y en lo que cobra el consultorio. Todo ello puede cambiar.',
    'Este estimado no es un contrato, ni un estimado de buena fe según la ley federal.',
  ],
  counsel: 'Borrador: un asesor legal debe leer este texto antes de que se entregue a un paciente.',
  reminder: 'Un estimado; no es una factura ni un contrato.',
};

export const ESTIMATE_WORDS = { en: ENGLISH, es: SPANISH } as const;
export type EstimateLanguage = keyof typeof ESTIMATE_WORDS;
