/** What arrives at the partner: a 270 out of a SOAP body or a MIME form. Strict, as a partner's gateway is; nothing of it is the product's code. */

export interface CoreRequest {
  form: 'soap' | 'mime';
  fields: ReadonlyMap<string, string>;
  x12: string;
}

export interface Question {
  controlNumber: string;
  groupNumber: string;
  transactionNumber: string;
  version: string;
  sender: string;
  receiver: string;
  reference: string;
  trace: string;
  traceOrigin: string;
  payer: { name: string; id: string };
  provider: { name: string; npi: string };
  memberId: string;
  subscriber: { lastName: string; firstName: string; birthDate: string };
  /** Below the subscriber, with the relationship. */
  dependent: { lastName: string; firstName: string; birthDate: string; relationship: string } | null;
  date: string | null;
  serviceTypes: string[];
}

/** The first thing that a gateway would object to. */
export class CoreRefusal extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const unescapeXml = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&amp;', '&');

function elementText(xml: string, name: string): string | undefined {
  const match = new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([\\s\\S]*?)</(?:\\w+:)?${name}>`).exec(xml);
  const inner = match?.[1];
  if (inner === undefined) return undefined;
  const section = /^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/.exec(inner);
  return section?.[1] ?? unescapeXml(inner);
}

const NAMES = ['PayloadType', 'ProcessingMode', 'PayloadID', 'TimeStamp', 'SenderID', 'ReceiverID', 'CORERuleVersion'] as const;

function readSoap(body: string): CoreRequest {
  if (!body.includes('http://www.w3.org/2003/05/soap-envelope')) throw new CoreRefusal('VersionMismatch', 'SOAP 1.2 is expected.');
  const fields = new Map<string, string>();
  for (const name of [...NAMES, 'Username', 'Password']) {
    const text = elementText(body, name);
    if (text !== undefined) fields.set(name, text);
  }
  return { form: 'soap', fields, x12: elementText(body, 'Payload') ?? '' };
}

function readForm(body: string, contentType: string): CoreRequest {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) throw new CoreRefusal('Sender', 'The form has no boundary.');
  const fields = new Map<string, string>();
  for (const part of body.split(`--${boundary}`).slice(1, -1)) {
    const [head = '', ...rest] = part.replace(/^\r\n/, '').split('\r\n\r\n');
    const name = /name="([^"]+)"/.exec(head)?.[1];
    if (name !== undefined) fields.set(name, rest.join('\r\n\r\n').replace(/\r\n$/, ''));
  }
  fields.set('Username', fields.get('UserName') ?? '');
  return { form: 'mime', fields, x12: fields.get('Payload') ?? '' };
}

export function readRequest(body: string, contentType: string): CoreRequest {
  const request = /^multipart\/form-data/i.test(contentType) ? readForm(body, contentType) : readSoap(body);
  for (const name of NAMES) if (!request.fields.get(name)) throw new CoreRefusal(`${name}Required`, `${name} is missing.`);
  if (request.fields.get('ProcessingMode') !== 'RealTime') throw new CoreRefusal('ProcessingModeIllegal', 'RealTime is expected.');
  if (!/^X12_270_Request_005010X279A1$/.test(request.fields.get('PayloadType') ?? ''))
    throw new CoreRefusal('PayloadTypeIllegal', 'X12_270_Request_005010X279A1 is expected.');
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(request.fields.get('TimeStamp') ?? ''))
    throw new CoreRefusal('TimeStampIllegal', 'TimeStamp is no instant.');
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(request.fields.get('PayloadID') ?? ''))
    throw new CoreRefusal('PayloadIDIllegal', 'PayloadID is no UUID.');
  if (request.x12.trim() === '') throw new CoreRefusal('PayloadRequired', 'Payload is missing.');
  return request;
}

const isoDay = (sent: string) => (/^\d{8}$/.test(sent) ? `${sent.slice(0, 4)}-${sent.slice(4, 6)}-${sent.slice(6)}` : '');

/** Null where the interchange is none that this partner takes. */
export function readQuestion(x12: string): Question | null {
  if (!x12.startsWith('ISA*') || x12.length < 106 || x12[105] !== '~' || x12[104] !== ':') return null;
  const segments = x12
    .split('~')
    .map((segment) => segment.trim().split('*'))
    .filter(([id]) => id !== '');
  const find = (id: string, test: (segment: string[]) => boolean = () => true) =>
    segments.find((segment) => segment[0] === id && test(segment)) ?? [];
  const count = segments.findIndex(([id]) => id === 'SE') - segments.findIndex(([id]) => id === 'ST') + 1;
  const [isa, gs, st, se, ge, iea] = ['ISA', 'GS', 'ST', 'SE', 'GE', 'IEA'].map((id) => find(id));
  const isWhole =
    Number(se?.[1]) === count &&
    se?.[2] === st?.[2] &&
    ge?.[2] === gs?.[6] &&
    iea?.[2] === isa?.[13] &&
    st?.[1] === '270' &&
    gs?.[1] === 'HS';
  if (!isWhole) return null;
  const dependentAt = segments.findIndex(([id, , , level]) => id === 'HL' && level === '23');
  const [above, below] = dependentAt < 0 ? [segments, []] : [segments.slice(0, dependentAt), segments.slice(dependentAt)];
  const within = (part: string[][], id: string, first?: string) =>
    part.find((segment) => segment[0] === id && (first === undefined || segment[1] === first)) ?? [];
  const person = (part: string[][], code: string) => {
    const [name, born] = [within(part, 'NM1', code), within(part, 'DMG')];
    return { lastName: name[3] ?? '', firstName: name[4] ?? '', birthDate: isoDay(born[2] ?? '') };
  };
  const [payer, provider, trace] = [find('NM1', ([, code]) => code === 'PR'), find('NM1', ([, code]) => code === '1P'), find('TRN')];
  return {
    controlNumber: isa?.[13] ?? '',
    groupNumber: gs?.[6] ?? '',
    transactionNumber: st?.[2] ?? '',
    version: st?.[3] ?? gs?.[8] ?? '',
    sender: (isa?.[6] ?? '').trim(),
    receiver: (isa?.[8] ?? '').trim(),
    reference: find('BHT')[3] ?? '',
    trace: trace[2] ?? '',
    traceOrigin: trace[3] ?? '',
    payer: { name: payer[3] ?? '', id: payer[9] ?? '' },
    provider: { name: provider[3] ?? '', npi: provider[9] ?? '' },
    memberId: within(above, 'NM1', 'IL')[9] ?? '',
    subscriber: person(above, 'IL'),
    dependent: dependentAt < 0 ? null : { ...person(below, '03'), relationship: within(below, 'INS')[2] ?? '' },
    date: isoDay((find('DTP', ([, qualifier]) => qualifier === '291')[3] ?? '').slice(0, 8)) || null,
    serviceTypes: segments.filter(([id]) => id === 'EQ').flatMap((segment) => (segment[1] ?? '').split('^')),
  };
}
