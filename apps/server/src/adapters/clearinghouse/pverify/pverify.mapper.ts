/** pVerify's EligibilitySummary as the neutral answer of a payer. Pure; reads every field or keeps it as a fact. */
import type {
  AnswerEntity,
  AnswerFact,
  AnswerLine,
  AnswerPlan,
  Coded,
  PayerAnswer,
} from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import { answerDate } from '../answer-date.ts';
import { emptyEntity, emptyLine, emptyPlan } from '@coverlight/domain/inquiries/coverage/empty-answer.ts';
import { decimalText } from '../decimal-text.ts';
import { readFacts } from '../fact-reader.ts';
import type { FactReader } from '../fact-reader.ts';
import { plainText } from './plain-text.ts';
import { readPreventiveServices, readServiceDetails } from './pverify-line.ts';
import { readMedicare, readOtherPayers } from './pverify-other-payers.ts';
import { readDemographics } from './pverify-person.ts';
import type { Demographics } from './pverify-person.ts';
import { splitPlans } from './pverify-plans.ts';
import { readSummaries, summaryDisagreements, summaryFacts, summaryLines } from './pverify-summary.ts';
import { insuranceTypeOf, kindOf, periodOf } from './pverify-vocabulary.ts';

/** The clearinghouse's own bookkeeping: ids, echoes of what we sent, links and switches. The raw answer keeps them. */
const BOOKKEEPING = [
  'RequestID',
  'APIResponseCode',
  // Zero here: any other makes the answer a refusal.
  'ErrorCode',
  'APIResponseMessage',
  'ProcessedWithError',
  'IsPayerBackOffice',
  'DetailsURL',
  'ReferrenceId',
  'InternalId',
  'CustomerId',
  'Location',
  'IsCptInfoUpdated',
  'ProcessRealtime',
  'RecursiveRequestId',
  'RecursiveAPIResponseCode',
  'RecursiveAPIResponseMessage',
  'RecursiveProcessedWithError',
];

const DATE_OF_SERVICE = { label: 'Date of service', shape: 'day' } as const;

export function mapPverifySummary(body: unknown, askedServiceTypes: string[]): PayerAnswer {
  const reader = readFacts(body);
  reader.skip(...BOOKKEEPING);
  const payerId = reader.text('PverifyPayerCode');
  const payerName = reader.text('PayerName');
  const rows = [...readServiceDetails(reader), ...readPreventiveServices(reader)];
  const coverage = reader.object('PlanCoverageSummary');
  const demographics = readDemographics(reader.object('DemographicInfo'), coverage?.text('SubscriberRelationship') ?? null);
  const plan = readPlan(coverage, demographics);
  readCare(reader, plan);
  const otherPayers = readOtherPayers(reader.object('OtherPayerInfo'));
  const medicare = readMedicare(reader.object('MedicareInfoSummary'));
  plan.additionalPayers = [...otherPayers.payers, ...medicare.payers];
  plan.contacts.push(...otherPayers.contacts);
  const odds = readMiscellaneous(reader);
  const summaries = readSummaries(reader);
  const lines = [...(rows.length > 0 ? rows : summaryLines(summaries.values)), ...odds.lines];
  plan.facts.push(
    ...otherPayers.facts,
    ...medicare.facts,
    ...(rows.length > 0 ? summaryFacts(summaries.values, rows) : []),
    ...summaries.facts,
    ...odds.facts,
  );
  const notices = [
    ...noticesOf(reader, askedServiceTypes, lines),
    ...summaryDisagreements(summaries.values, rows).map((text) => ({ kind: 'other', text })),
  ];
  if (rows.length === 0 && lines.length > 0) {
    notices.push({
      kind: 'other',
      text: 'The payer’s detail lines did not come with this answer; what is shown is the clearinghouse’s summary.',
    });
  }
  plan.facts.push(...planSwitches(reader));
  const dos = reader.text('DOS');
  const split = splitPlans(plan, lines);
  return {
    payer: { name: payerName, id: payerId },
    patient: demographics.patient,
    subscriber: demographics.subscriber,
    plans: isEmptyPlan(plan) && lines.length === 0 ? [] : split.plans,
    lines: split.lines,
    askedServiceTypes,
    notices,
    updateYourRecords: false,
    answeredFor: [...(dos === null ? [] : [answerDate(dos, { qualifier: null, ...DATE_OF_SERVICE })]), ...demographics.serviceDates],
    facts: [...demographics.facts, ...(dos === null ? [] : [{ label: DATE_OF_SERVICE.label, value: dos }]), ...reader.facts()],
  };
}

function isEmptyPlan(plan: AnswerPlan): boolean {
  return JSON.stringify(plan) === JSON.stringify(emptyPlan());
}

function readPlan(coverage: FactReader | null, demographics: Demographics): AnswerPlan {
  const plan = emptyPlan();
  const status = kindOf(coverage?.text('Status') ?? null);
  plan.name = coverage?.text('PlanName') ?? null;
  plan.insuranceType = insuranceTypeOf(coverage?.text('PolicyType') ?? null);
  plan.networkName = coverage?.text('PlanNetworkName') ?? null;
  plan.number = coverage?.text('PlanNumber') ?? demographics.planNumber;
  plan.groupName = coverage?.text('GroupName') ?? demographics.groupName;
  plan.groupNumber = coverage?.text('GroupNumber') ?? demographics.groupNumber;
  const dates: [key: string, qualifier: string | null, label: string, shape: 'begin' | 'end' | 'day'][] = [
    ['EffectiveDate', '346', 'Effective', 'begin'],
    ['ExpiryDate', '347', 'Expiry', 'end'],
    ['IssueDate', '102', 'Issue', 'day'],
    ['LastUpdatedDateOfEDI', '636', 'Last update', 'day'],
  ];
  for (const [key, qualifier, label, shape] of dates) {
    const sent = coverage?.text(key) ?? null;
    if (sent !== null) plan.dates.push(answerDate(sent, { qualifier, label, shape }));
  }
  plan.dates.push(...demographics.planDates);
  plan.facts = coverage?.facts() ?? [];
  // Where the detail rows of the plan say otherwise, reading the answer finds out.
  plan.status = status;
  return plan;
}

function namedParty(role: Coded, name: string | null, phone: string | null): AnswerEntity | null {
  if (name === null && phone === null) return null;
  return { ...emptyEntity(role), name, contacts: phone === null ? [] : [{ name: null, info: [{ label: 'Phone', value: phone }] }] };
}

/** Who provides and who approves care. */
function readCare(reader: FactReader, plan: AnswerPlan): void {
  const care = reader.object('PCPAuthInfoSummary');
  if (care === null) return;
  const provider = namedParty(
    { code: 'P3', text: 'Primary Care Provider' },
    care.text('PrimaryCareProviderName'),
    care.text('PrimaryCareProviderPhoneNumber'),
  );
  const start = care.text('PCPStartDate');
  if (provider !== null && start !== null)
    provider.dates.push(answerDate(start, { qualifier: '295', label: 'Primary care provider begin', shape: 'begin' }));
  else if (start !== null) plan.facts.push({ label: 'Primary care provider begin', value: start });
  plan.primaryCareProvider = provider;
  const reviewer = namedParty(
    { code: 'X3', text: 'Utilization Management Organization' },
    care.text('UtilizationManagementOrganizationName'),
    care.text('UMOTelephone'),
  );
  if (reviewer !== null) plan.contacts.push(reviewer);
  for (const [key, network] of [
    ['InNetHBPCAuthorizationInfo', 'in network'],
    ['OutNetHBPCAuthorizationInfo', 'out of network'],
  ] as const) {
    const said = care.text(key);
    if (said !== null) plan.facts.push({ label: `Authorization of the plan, ${network}`, value: said });
  }
  plan.facts.push(...care.facts());
}

/** Odds and ends; among them what a patient has to spend before Medicaid pays, which no other row says. */
function readMiscellaneous(reader: FactReader): { lines: AnswerLine[]; facts: AnswerFact[] } {
  const odds = reader.object('MiscellaneousInfoSummary');
  if (odds === null) return { lines: [], facts: [] };
  const sent = odds.text('RemainingSpendDown');
  const network = odds.text('IsNPIInNetwork');
  const spendDown = { ...emptyLine('MiscellaneousInfoSummary.RemainingSpendDown', 0, 'Y'), kindText: 'Spend Down' };
  return {
    lines: sent === null ? [] : [{ ...spendDown, amount: decimalText(sent) ?? sent, period: periodOf('Remaining') }],
    facts: [
      ...(network === null ? [] : [{ label: 'Provider in network, in the payer’s words', value: network }]),
      ...odds.facts('Miscellaneous'),
    ],
  };
}

function planSwitches(reader: FactReader): AnswerFact[] {
  const facts: AnswerFact[] = [];
  // False is what the clearinghouse sends for every plan; only true tells something.
  if (reader.flag('IsHMOPlan') === true) facts.push({ label: 'HMO plan', value: 'Yes' });
  const inNetwork = reader.flag('IsProviderInNetwork');
  if (inNetwork !== null) facts.push({ label: 'Provider in network', value: inNetwork ? 'Yes' : 'No' });
  const authorization = reader.text('IsPriorAuthRequired');
  if (authorization !== null) facts.push({ label: 'Prior authorization required, as the clearinghouse sums it up', value: authorization });
  return facts;
}

function noticesOf(reader: FactReader, asked: string[], lines: AnswerLine[]): PayerAnswer['notices'] {
  const notices: PayerAnswer['notices'] = [];
  const allProcessed = reader.flag('AreAllSTCsProcessed');
  const message = reader.text('STCsStatusMessage');
  if (allProcessed === false) {
    const answered = new Set(lines.map((line) => line.service?.code));
    notices.push({
      kind: 'service-type-silent',
      text: message === null ? 'Some of the services asked for were not answered.' : plainText(message),
      serviceTypes: asked.filter((code) => !answered.has(code)),
    });
  } else if (message !== null) notices.push({ kind: 'other', text: plainText(message) });
  if (reader.flag('IsSkipped') === true) {
    notices.push({ kind: 'other', text: 'The clearinghouse did not ask again and sent the last answer it had.' });
  }
  for (const key of ['ExceptionNotes', 'AddtionalInfo', 'Notes', 'EDIErrorMessage']) {
    const text = reader.text(key);
    if (text !== null) notices.push({ kind: 'other', text: plainText(text) });
  }
  return notices;
}
