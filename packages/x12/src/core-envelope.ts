/**
 * The envelope of CAQH CORE connectivity around X12: SOAP 1.2 (with the payload inline or attached), a MIME form, or none at all. A partner's
 * faults and its habits of wrapping are read; what the payload says is not this reader's matter.
 */
import { decodeBase64, nameOfPart, readMime, textOfPart, type MimePart } from './mime.ts';
import { decodeBytes, encodeText } from './text.ts';
import { decodeEntities, findElements, readXml, type XmlElement } from './xml.ts';

export interface CoreEnvelope {
  form: 'soap' | 'mime' | 'bare' | 'none';
  /** 'X12_271_Response_005010X279A1', 'X12_999_Response_005010X231A1', 'X12_TA1_Response_00501X231A1', 'CoreEnvelopeError' ... */
  payloadType: string | null;
  processingMode: string | null;
  /** The question's own, repeated. */
  payloadId: string | null;
  timeStamp: string | null;
  senderId: string | null;
  receiverId: string | null;
  ruleVersion: string | null;
  /** 'Success' or not; null where the envelope does not say. */
  errorCode: string | null;
  errorMessage: string | null;
  /** A SOAP fault: nothing was said about the patient. */
  fault: { code: string | null; reason: string | null } | null;
  /** The X12; null where there is none. */
  payload: Uint8Array | null;
  /** What is wrong with the envelope, without values of it. */
  problems: string[];
}

const EMPTY: CoreEnvelope = {
  form: 'none',
  payloadType: null,
  processingMode: null,
  payloadId: null,
  timeStamp: null,
  senderId: null,
  receiverId: null,
  ruleVersion: null,
  errorCode: null,
  errorMessage: null,
  fault: null,
  payload: null,
  problems: [],
};

type Field =
  'payloadType' | 'processingMode' | 'payloadId' | 'timeStamp' | 'senderId' | 'receiverId' | 'ruleVersion' | 'errorCode' | 'errorMessage';

const FIELDS = new Map<string, Field>([
  ['payloadtype', 'payloadType'],
  ['processingmode', 'processingMode'],
  ['payloadid', 'payloadId'],
  ['timestamp', 'timeStamp'],
  ['senderid', 'senderId'],
  ['receiverid', 'receiverId'],
  ['coreruleversion', 'ruleVersion'],
  ['errorcode', 'errorCode'],
  ['errormessage', 'errorMessage'],
]);

const beginsX12 = (text: string) => /^[\s\uFEFF]*(?:ISA|TA1|GS|ST)[^A-Za-z0-9\s]/i.test(text);

function fromBase64(text: string): string | null {
  if (!/^\s*SVNB/.test(text)) return null;
  const bytes = decodeBase64(text);
  return bytes === null ? null : decodeBytes(bytes).text;
}

/** Undoes what partners wrap a payload in: escaping that was done twice, CDATA that was escaped, base64. */
function unwrapPayload(text: string, problems: string[]): Uint8Array | null {
  let payload = text;
  if (payload.trim() === '') return null;
  if (/^\s*&lt;/.test(payload) || (!beginsX12(payload) && payload.includes('&#'))) {
    problems.push('The payload was escaped twice.');
    payload = decodeEntities(payload) ?? payload;
  }
  const section = /^\s*<!\[CDATA\[([\s\S]*?)(?:\]\]>\s*)?$/.exec(payload);
  if (section !== null) {
    problems.push('The CDATA section around the payload was escaped.');
    payload = section[1] ?? '';
  }
  const decoded = fromBase64(payload);
  if (decoded !== null) payload = decoded;
  return payload.trim() === '' ? null : encodeText(payload, 'utf-8');
}

const firstText = (element: XmlElement, ...names: string[]): string | null => {
  for (const name of names) {
    const found = findElements(element, name)[0]?.text.trim();
    if (found) return found;
  }
  return null;
};

function faultOf(root: XmlElement): CoreEnvelope['fault'] {
  const [fault] = findElements(root, 'Fault');
  if (fault === undefined) return null;
  return { code: firstText(fault, 'Value', 'faultcode'), reason: firstText(fault, 'Text', 'faultstring') };
}

/** Content of an attachment that the payload refers to. */
function attached(payload: XmlElement, parts: MimePart[]): Uint8Array | null {
  const reference = findElements(payload, 'Include')[0]?.attributes.get('href');
  if (reference === undefined) return null;
  const id = reference.replace(/^cid:/i, '');
  const isMeant = ({ headers }: MimePart) => {
    const own = headers.get('content-id')?.replaceAll(/^<|>$/g, '');
    return own === id || own === decodePercent(id);
  };
  return parts.find(isMeant)?.content ?? null;
}

const decodePercent = (text: string): string =>
  text.replaceAll(/%([\da-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function readSoap(xml: string, parts: MimePart[]): CoreEnvelope {
  const { root, error } = readXml(xml);
  const problems = error === null ? [] : [error];
  const envelope: CoreEnvelope = { ...EMPTY, form: 'soap', problems };
  if (root === null) return envelope;
  const fields: Partial<Record<Field, string>> = {};
  const body = findElements(root, 'Body')[0] ?? root;
  for (const [name, field] of FIELDS) {
    const element = everyElement(body).find((candidate) => candidate.name.toLowerCase() === name);
    if (element !== undefined && element.text.trim() !== '') fields[field] = element.text.trim();
  }
  const [payload] = findElements(body, 'Payload');
  const content = payload === undefined || error !== null ? null : (attached(payload, parts) ?? unwrapPayload(payload.text, problems));
  return { ...envelope, ...fields, fault: faultOf(root), payload: content };
}

const everyElement = (element: XmlElement): XmlElement[] => [element, ...element.children.flatMap(everyElement)];

function readForm(parts: MimePart[], isComplete: boolean): CoreEnvelope {
  const problems = isComplete ? [] : ['The last boundary is missing.'];
  const envelope: CoreEnvelope = { ...EMPTY, form: 'mime', problems };
  const fields: Partial<Record<Field, string>> = {};
  for (const part of parts) {
    const name = nameOfPart(part)?.toLowerCase() ?? '';
    const field = FIELDS.get(name);
    const text = textOfPart(part);
    if (field !== undefined && text.trim() !== '') fields[field] = text.trim();
    // Bytes of a payload that is X12 as it stands are handed on untouched.
    else if (name === 'payload') envelope.payload = beginsX12(text) ? part.content : unwrapPayload(text, problems);
  }
  return { ...envelope, ...fields };
}

/** Never throws. `contentType` is the header of the reply; without it the body itself tells. */
export function readCoreEnvelope(body: Uint8Array, contentType = ''): CoreEnvelope {
  const { text } = decodeBytes(body);
  if (beginsX12(text)) return { ...EMPTY, form: 'bare', payload: body };
  const multipart = readMime(decodeBytes(body).encoding === 'latin1' ? text : latin1(body), contentType);
  if (multipart !== null) {
    const root = multipart.parts.find((part) => /^[\s\uFEFF]*</.test(textOfPart(part)));
    const isForm = multipart.parts.some((part) => FIELDS.has(nameOfPart(part)?.toLowerCase() ?? ''));
    if (root !== undefined && !isForm) return readSoap(textOfPart(root), multipart.parts);
    return readForm(multipart.parts, multipart.isComplete);
  }
  if (/^[\s\uFEFF]*</.test(text)) {
    const envelope = readSoap(text, []);
    const isEnvelope = envelope.fault !== null || envelope.payloadType !== null || envelope.payload !== null || envelope.errorCode !== null;
    return isEnvelope ? envelope : { ...envelope, problems: [...envelope.problems, 'This is no CORE envelope.'] };
  }
  return { ...EMPTY, problems: [text.trim() === '' ? 'The answer is empty.' : 'This is no CORE envelope.'] };
}

/** One character a byte, so that parts keep their bytes. */
function latin1(body: Uint8Array): string {
  let text = '';
  for (let at = 0; at < body.length; at += 8192) text += String.fromCharCode(...body.subarray(at, at + 8192));
  return text;
}
