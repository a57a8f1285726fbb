/** A payer's own gateway: CAQH CORE connectivity vC2.2.0, real time, in SOAP 1.2 and as a MIME form at one address. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { describePolicy } from '../coverage/describe-policy.ts';
import { normalMemberId, rejectionOf, scenarioOf } from '../coverage/scenario.ts';
import { CORE_FAULTS, type FaultKind } from '../faults.ts';
import { hashText } from '../seeded-random.ts';
import { noteRefusal, openVendorScope, statusOfError } from '../vendor-scope.ts';
import { CORE_PAYERS } from './core-payers.ts';
import { CoreRefusal, readQuestion, readRequest, type CoreRequest, type Question } from './read-question.ts';
import { write271, write999, writeTa1, type Answer } from './write-answer.ts';

export const CORE_PATH = '/core';

type CoreFault = (typeof CORE_FAULTS)[number];
const coreFault = (kind: FaultKind | null): CoreFault | null => CORE_FAULTS.find((known) => known === kind) ?? null;

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function soapFault(code: 'Sender' | 'Receiver', reason: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope"><env:Body><env:Fault><env:Code><env:Value>env:${code}</env:Value></env:Code><env:Reason><env:Text xml:lang="en">${escapeXml(reason)}</env:Text></env:Reason></env:Fault></env:Body></env:Envelope>`;
}

export async function registerCore(scope: FastifyInstance, context: SandboxContext): Promise<void> {
  const { clock, journal } = context;
  const used = new Set<string>();
  const failures = new Map<string, number>();
  let number = 0;
  openVendorScope(scope, 'core', context, (status) => (status === 401 ? '' : soapFault('Receiver', 'The gateway failed.')));
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string' }, async (request: FastifyRequest, text: string) => {
    request.sandboxBody = text;
    return text;
  });
  scope.setErrorHandler((error, request, reply) => {
    const status = statusOfError(error, context);
    noteRefusal(request, 'unreadable request');
    return sendXml(reply.code(status), soapFault('Sender', 'The request cannot be read.'));
  });

  function answerTo(question: Question): Answer {
    number += 1;
    const scenario = scenarioOf(question.memberId);
    const rejection = rejectionOf(scenario);
    const policy = rejection === null ? describePolicy(question.memberId || question.subscriber.lastName, clock.today()) : null;
    return { question, policy, rejection, now: clock.now().toISOString(), number };
  }

  function isSilent(question: Question): boolean {
    const scenario = scenarioOf(question.memberId);
    if (scenario === 'DOWN') return true;
    if (scenario !== 'FLAKY') return false;
    const failed = failures.get(question.memberId) ?? 0;
    failures.set(question.memberId, failed + 1);
    return failed < 2;
  }

  /** A payer that does not respond is said by its gateway in one of three ways. */
  function silence(answer: Answer, reply: FastifyReply, request: CoreRequest): FastifyReply {
    const way = hashText(normalMemberId(answer.question.memberId)) % 3;
    if (way === 0) return sendXml(reply.code(200), soapFault('Receiver', 'The payer did not respond.'));
    if (way === 1) return sendEnvelope(reply, request, { ErrorCode: 'Receiver', ErrorMessage: 'The payer did not respond.' }, '');
    const rejection = { code: '42', words: '', followUp: 'Please', resolution: '', field: null };
    return sendEnvelope(reply, request, {}, write271({ ...answer, policy: null, rejection }));
  }

  scope.post('/', async (request, reply) => {
    const read = gatewayCheck(request, reply, context);
    if (read === null) return reply;
    const question = readQuestion(read.x12);
    if (question === null) {
      noteRefusal(request, 'the interchange is not whole');
      return sendXml(reply.code(200), soapFault('Sender', 'The payload is no interchange.'));
    }
    const key = {
      memberId: normalMemberId(question.memberId),
      payer: question.payer.id,
      date: question.date ?? clock.today(),
      serviceType: question.serviceTypes.toSorted().join(','),
    };
    journal.countTransaction('core', key);
    const scenario = scenarioOf(question.memberId);
    if (scenario === 'NEVER') return reply.hijack();
    await clock.waitUntil(clock.nowMs() + (scenario === 'SLOW' ? context.slowAnswerMs : context.answerDelayMs));
    const answer = answerTo(question);
    const isRepeated = used.has(question.controlNumber);
    used.add(question.controlNumber);
    if (isRepeated) return sendEnvelope(reply, read, {}, writeTa1(answer));
    if (isSilent(question)) {
      journal.countWithoutAnswer('core', key);
      return silence(answer, reply, read);
    }
    if (scenario === 'INVALID') return sendEnvelope(reply, read, {}, write999(answer));
    if (!CORE_PAYERS.has(question.payer.id))
      return sendEnvelope(reply, read, {}, write271({ ...answer, policy: null, rejection: { ...UNKNOWN_PAYER } }));
    return spoiled(reply, read, answer, coreFault(request.sandboxFault));
  });
}

const UNKNOWN_PAYER = { code: '79', words: '', followUp: 'Please', resolution: '', field: null };

/** Null where it was refused, and answered. */
function gatewayCheck(request: FastifyRequest, reply: FastifyReply, { clientId, clientSecret }: SandboxContext): CoreRequest | null {
  let read: CoreRequest;
  try {
    read = readRequest(String(request.body), request.headers['content-type'] ?? '');
  } catch (error) {
    if (!(error instanceof CoreRefusal)) throw error;
    noteRefusal(request, `${error.code}: ${error.message}`);
    sendXml(reply.code(200), soapFault('Sender', error.message));
    return null;
  }
  if (read.fields.get('Username') === clientId && read.fields.get('Password') === clientSecret) return read;
  noteRefusal(request, 'wrong user or password');
  sendEnvelope(reply, read, { ErrorCode: 'UnAuthorized', ErrorMessage: 'The user or password is wrong.' }, '');
  return null;
}

const sendXml = (reply: FastifyReply, xml: string) => reply.type('application/soap+xml; charset=utf-8').send(xml);

interface Sent {
  ErrorCode?: string;
  ErrorMessage?: string;
}

function payloadType(x12: string): string {
  if (x12.includes('~ST*271')) return 'X12_271_Response_005010X279A1';
  return x12.includes('TA1*') ? 'X12_TA1_Response_00501X231A1' : 'X12_999_Response_005010X231A1';
}

/** In the form in which the question came. */
function sendEnvelope(
  reply: FastifyReply,
  request: CoreRequest,
  sent: Sent,
  x12: string,
  escape: 'cdata' | 'twice' = 'cdata',
): FastifyReply {
  const fields = {
    PayloadType: sent.ErrorCode === undefined ? payloadType(x12) : 'CoreEnvelopeError',
    ProcessingMode: 'RealTime',
    PayloadID: request.fields.get('PayloadID') ?? '',
    TimeStamp: new Date().toISOString().replace(/\.\d+/, ''),
    SenderID: request.fields.get('ReceiverID') ?? '',
    ReceiverID: request.fields.get('SenderID') ?? '',
    CORERuleVersion: '2.2.0',
    ErrorCode: sent.ErrorCode ?? 'Success',
    ErrorMessage: sent.ErrorMessage ?? 'None',
  };
  if (request.form === 'mime') {
    const boundary = 'sandbox-edge';
    const parts = Object.entries({ ...fields, Payload: x12 }).map(
      ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    return reply
      .code(200)
      .header('content-type', `multipart/form-data; boundary=${boundary}`)
      .send(`${parts.join('')}--${boundary}--\r\n`);
  }
  const written = Object.entries(fields).map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`);
  const section = `<![CDATA[${x12}]]>`;
  const payload = escape === 'twice' ? escapeXml(escapeXml(section)) : section;
  const inner = `<cor:COREEnvelopeRealTimeResponse xmlns:cor="http://www.caqh.org/SOAP/WSDL/CORERule2.2.0.xsd">${written.join('')}<Payload>${payload}</Payload></cor:COREEnvelopeRealTimeResponse>`;
  return sendXml(
    reply.code(200),
    `<?xml version="1.0" encoding="UTF-8"?><env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope"><env:Body>${inner}</env:Body></env:Envelope>`,
  );
}

/** The question is answered and counted; what is sent suffers. */
function spoiled(reply: FastifyReply, request: CoreRequest, answer: Answer, fault: CoreFault | null): FastifyReply {
  const whole = write271(answer);
  const send = (x12: string) => sendEnvelope(reply, request, {}, x12);
  switch (fault) {
    case null:
      return send(whole);
    case 'soap-fault':
      return sendXml(reply.code(200), soapFault('Receiver', 'An internal error occurred.'));
    case 'empty-payload':
      return send('');
    case 'escaped-payload':
      return sendEnvelope(reply, request, {}, whole, 'twice');
    case 'ack-999':
      return send(write999(answer));
    case 'ack-ta1':
      return send(writeTa1(answer));
    case 'wrong-numbers':
      return send(write271({ ...answer, question: { ...answer.question, trace: 'SOMEBODYELSES', reference: 'SOMEBODYELSES' } }));
    case 'two-transactions':
      return send(write271(answer, true));
    case 'cut-x12':
      return send(whole.slice(0, Math.floor(whole.length * 0.6)));
  }
}
