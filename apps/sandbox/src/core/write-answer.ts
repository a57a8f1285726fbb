/** The partner's X12: a 271 made of the neutral policy, and the acknowledgements that come instead of one. */

import type { Entity, Line, OtherPayer, Plan, Policy } from '../coverage/policy.ts';
import type { Rejection } from '../coverage/code-words.ts';
import type { Question } from './read-question.ts';

const compact = (day: string) => day.replaceAll('-', '');
const plain = (text: string) => text.toUpperCase().replaceAll(/[*~:^]/g, ' ');
const segment = (...elements: string[]) => elements.join('*').replace(/\*+$/, '');

const NETWORKS = { in: 'Y', out: 'N', both: 'W', unstated: '' } as const;
const AUTHORIZATIONS = { yes: 'Y', no: 'N', unknown: 'U' } as const;
const KINDS = {
  status: '1',
  'co-insurance': 'A',
  'co-payment': 'B',
  deductible: 'C',
  'out-of-pocket': 'G',
  limitation: 'F',
  'non-covered': 'I',
  description: 'D',
  exclusion: 'E',
  'cost-containment': 'J',
  reserve: 'K',
} as const;

function eb(line: Line, values: { period?: string; amount?: string; planName?: string; insuranceType?: string }): string {
  return segment(
    'EB',
    line.kind === 'status' ? (line.statusCode ?? '1') : KINDS[line.kind],
    line.level ?? '',
    line.serviceType,
    values.insuranceType ?? '',
    values.planName === undefined ? '' : plain(values.planName).slice(0, 50),
    values.period ?? '',
    values.amount ?? '',
    line.percent ?? '',
    line.quantity === undefined ? '' : (line.quantityQualifier ?? ''),
    line.quantity ?? '',
    line.authorization === undefined ? '' : AUTHORIZATIONS[line.authorization],
    NETWORKS[line.network],
  );
}

function details(line: Line): string[] {
  const { delivery, benefitBegin, benefitEnd, notes = [], placeOfService } = line;
  return [
    ...(delivery === undefined
      ? []
      : [segment('HSD', delivery.quantityQualifier, delivery.quantity, '', '', delivery.timePeriod, delivery.timePeriods)]),
    ...(benefitBegin === undefined ? [] : [segment('DTP', '348', 'D8', compact(benefitBegin))]),
    ...(benefitEnd === undefined ? [] : [segment('DTP', '349', 'D8', compact(benefitEnd))]),
    ...notes.map((note) => segment('MSG', plain(note))),
    ...(placeOfService === undefined ? [] : [segment('III', 'ZZ', placeOfService)]),
  ];
}

/** A limit and what is left of it are lines of their own. */
function lineSegments(line: Line): string[] {
  if (line.total === undefined)
    return [eb(line, { period: line.period, amount: line.amount, insuranceType: line.insuranceType }), ...details(line)];
  const total = [eb(line, { period: line.period, amount: line.total }), ...details(line)];
  return line.remaining === undefined ? total : [...total, eb(line, { period: '29', amount: line.remaining }), ...details(line)];
}

function entitySegments({ roleCode, name, memberId, npi, phone, url }: Entity): string[] {
  const id = memberId === undefined ? (npi === undefined ? [] : ['XX', npi]) : ['MI', memberId];
  const ways = [...(phone === undefined ? [] : ['TE', phone]), ...(url === undefined ? [] : ['UR', url.replace(/^https?:\/\//, '')])];
  return [
    'LS*2120',
    segment('NM1', roleCode, '2', plain(name), '', '', '', '', ...id),
    ...(ways.length === 0 ? [] : [segment('PER', 'IC', '', ...ways)]),
    'LE*2120',
  ];
}

const ORDERS = { primary: 'PRP', secondary: 'SEP', tertiary: 'TTP' } as const;

function otherPayerSegments({ name, order, memberId, phone, begin, end }: OtherPayer): string[] {
  const period = end === null ? ['D8', compact(begin)] : ['RD8', `${compact(begin)}-${compact(end)}`];
  return [
    'EB*R**30',
    segment('DTP', '290', ...period),
    'MSG*OTHER INSURANCE ON FILE',
    'LS*2120',
    segment('NM1', order === null ? 'PR' : ORDERS[order], '2', plain(name)),
    segment('PER', 'IC', '', 'TE', phone),
    segment('NM1', 'IL', '1', '', '', '', '', '', 'MI', memberId),
    'LE*2120',
  ];
}

function planSegments(plan: Plan): string[] {
  const [head, rest] = [plan.lines.find(isPlanStatus), plan.lines.filter((line) => !isPlanStatus(line))];
  const status: Line = head ?? { kind: 'status', serviceType: '30', network: 'unstated', statusCode: plan.statusCode ?? '1' };
  return [
    eb(status, { planName: plan.name, insuranceType: plan.insuranceType }),
    segment('REF', '18', plan.planNumber),
    segment('REF', '6P', plan.groupNumber, plain(plan.groupName)),
    segment('REF', 'N6', plan.networkId, plain(plan.networkName)),
    segment('DTP', '346', 'D8', compact(plan.begin)),
    ...(plan.end === null ? [] : [segment('DTP', '347', 'D8', compact(plan.end))]),
    segment('DTP', '356', 'D8', compact(plan.eligibilityBegin)),
    ...(plan.premiumPaidTo === null ? [] : [segment('DTP', '343', 'D8', compact(plan.premiumPaidTo))]),
    segment('DTP', '636', 'D8', compact(plan.lastUpdate)),
    ...plan.notes.map((note) => segment('MSG', plain(note))),
    ...rest.flatMap(lineSegments),
    ...(plan.primaryCare === null ? [] : ['EB*L**30', ...entitySegments(plan.primaryCare)]),
    ...plan.administrators.flatMap(({ serviceTypes, entity }) => [`EB*U**${serviceTypes.join('^')}`, ...entitySegments(entity)]),
    ...plan.otherPayers.flatMap(otherPayerSegments),
  ];
}

const isPlanStatus = (line: Line) => line.kind === 'status' && line.serviceType === '30';

export interface Answer {
  question: Question;
  /** Null: the payer knows nobody, and says why. */
  policy: Policy | null;
  rejection: Rejection | null;
  /** Of the sandbox. */
  now: string;
  number: number;
}

function people({ question, policy }: Answer, rejected: string[]): string[] {
  const { subscriber, dependent, memberId } = question;
  const patient = { ...(dependent ?? subscriber), ...policy?.onFile };
  const id = policy?.onFile?.memberId ?? memberId;
  const trace = segment('TRN', '2', question.trace, question.traceOrigin);
  const address =
    policy === null
      ? []
      : [
          segment('N3', plain(policy.address.line1)),
          segment('N4', plain(policy.address.city), policy.address.state, policy.address.zipCode),
        ];
  const born = patient.birthDate === '' ? [] : [segment('DMG', 'D8', compact(patient.birthDate), policy?.gender ?? '')];
  const changed = policy?.onFile === undefined || policy.onFile === null ? [] : ['001', '25'];
  const name = (code: string, person: { lastName: string; firstName: string }, ...ids: string[]) =>
    segment('NM1', code, '1', plain(person.lastName), plain(person.firstName), '', '', '', ...ids);
  if (dependent === null)
    return [
      'HL*3*2*22*0',
      trace,
      name('IL', patient, 'MI', id),
      ...address,
      ...rejected,
      ...born,
      ...(policy === null ? [] : [segment('INS', 'Y', '18', ...changed)]),
    ];
  return [
    'HL*3*2*22*1',
    name('IL', { lastName: patient.lastName, firstName: policy === null ? subscriber.firstName : 'HARPER' }, 'MI', id),
    'HL*4*3*23*0',
    trace,
    name('03', patient),
    ...address,
    ...rejected,
    ...born,
    ...(policy === null ? [] : [segment('INS', 'N', dependent.relationship, ...changed)]),
  ];
}

function body271(answer: Answer): string[] {
  const { question, policy, rejection, now } = answer;
  const [day, time] = [compact(now.slice(0, 10)), now.slice(11, 16).replace(':', '')];
  const refusal =
    rejection === null
      ? []
      : [segment('AAA', rejection.code === '51' ? 'N' : 'Y', '', rejection.code, rejection.followUp.startsWith('Please') ? 'C' : 'N')];
  const head = [
    segment('BHT', '0022', '11', question.reference, day, time),
    'HL*1**20*1',
    segment('NM1', 'PR', '2', plain(question.payer.name), '', '', '', '', 'PI', question.payer.id),
    'PER*IC*MEMBER SERVICES*TE*8005550142',
    'HL*2*1*21*1',
    segment('NM1', '1P', '2', plain(question.provider.name), '', '', '', '', 'XX', question.provider.npi),
  ];
  // A provider that is not on file is refused before anybody looks for the patient.
  if (rejection?.code === '51') return [...head, ...refusal];
  const plans = policy?.plans.flatMap(planSegments) ?? [];
  return [
    ...head,
    ...people(answer, refusal),
    ...(question.date === null ? [] : [segment('DTP', '472', 'D8', compact(question.date))]),
    ...plans,
  ];
}

/** ISA to IEA around transactions. */
function envelope(answer: Answer, functional: string, version: string, transactions: { code: string; body: string[] }[]): string {
  const { question, now, number } = answer;
  const [day, time] = [compact(now.slice(0, 10)), now.slice(11, 16).replace(':', '')];
  const control = String(number % 1_000_000_000).padStart(9, '0');
  const wrapped = transactions.flatMap(({ code, body }, at) => {
    const own = String(at + 1).padStart(4, '0');
    return [segment('ST', code, own, version), ...body, segment('SE', String(body.length + 2), own)];
  });
  const segments = [
    ['ISA', '00', ' '.repeat(10), '00', ' '.repeat(10), 'ZZ', question.receiver.padEnd(15), 'ZZ', question.sender.padEnd(15)].join('*') +
      `*${day.slice(2)}*${time}*^*00501*${control}*0*T*:`,
    segment('GS', functional, question.receiver, question.sender, day, time, String(number), 'X', version),
    ...wrapped,
    segment('GE', String(transactions.length), String(number)),
    segment('IEA', '1', control),
  ];
  return segments.map((each) => `${each}~`).join('');
}

export function write271(answer: Answer, twice = false): string {
  const own = { code: '271', body: body271(answer) };
  if (!twice) return envelope(answer, 'HB', '005010X279A1', [own]);
  // Somebody else's answer comes along, and first.
  const strangers = { ...answer, question: { ...answer.question, trace: 'STRANGER', reference: 'STRANGER', memberId: 'STRANGER1' } };
  return envelope(answer, 'HB', '005010X279A1', [{ code: '271', body: body271(strangers) }, own]);
}

export function write999(answer: Answer): string {
  const { question } = answer;
  const body = [
    segment('AK1', 'HS', question.groupNumber, question.version),
    segment('AK2', '270', question.transactionNumber, question.version),
    'IK3*NM1*8*2100*8',
    'CTX*SITUATIONAL TRIGGER',
    'IK4*9*67*7',
    'IK5*R*I5',
    'AK9*R*1*1*0',
  ];
  return envelope(answer, 'FA', '005010X231A1', [{ code: '999', body }]);
}

/** `note` is TA105; 025 says that the control number was used before. */
export function writeTa1(answer: Answer, note = '025'): string {
  const whole = envelope(answer, 'FA', '005010X231A1', []);
  const [header = ''] = whole.split('GS*');
  const { question, now, number } = answer;
  const stamp = `${compact(now.slice(2, 10))}*${now.slice(11, 16).replace(':', '')}`;
  return `${header}TA1*${question.controlNumber}*${stamp}*R*${note}~IEA*0*${String(number % 1_000_000_000).padStart(9, '0')}~`;
}
