/** pVerify's REST interface. Paths are read in any case, as the vendor does. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { scenarioOf } from '../coverage/scenario.ts';
import { fromUsDate, usDate } from '../dates.ts';
import type { SandboxPayer } from '../payers/payers.ts';
import { noteRefusal, openVendorScope, statusOfError } from '../vendor-scope.ts';
import { readInquiry, tooLittle } from './inquiry.ts';
import { summaryBody } from './summary-body.ts';
import { createTokens } from './tokens.ts';
import { createTransactions, type Transaction } from './transactions.ts';

export const PVERIFY_PATH = '/pverify';

const DENIED = { message: 'Authorization has been denied for this request.' };

export async function registerPverify(scope: FastifyInstance, context: SandboxContext): Promise<void> {
  const tokens = createTokens(context.clock, context.clientId, context.clientSecret);
  openVendorScope(scope, 'pverify', context, (status) => (status === 401 ? DENIED : { Message: 'An error has occurred.' }));
  readBodies(scope);
  scope.setErrorHandler((error, request, reply) => {
    const statusCode = statusOfError(error, context);
    return refuse(request, reply, statusCode, 'The request is invalid.', `unreadable request (${statusCode})`);
  });
  scope.setNotFoundHandler((request, reply) =>
    refuse(request, reply, 404, 'No HTTP resource was found that matches the request URI.', 'no such resource'),
  );

  scope.post('/Token', async (request, reply) => {
    const granted = request.body instanceof URLSearchParams ? tokens.grant(request.body) : null;
    if (granted) return granted;
    noteRefusal(request, 'token: wrong credentials, grant type or content type');
    return reply.code(400).send({ error: 'invalid_client' });
  });

  await scope.register(async (signedIn) => {
    signedIn.addHook('preHandler', async (request, reply) => {
      const problem = tokens.problem(request.headers);
      if (!problem) return undefined;
      noteRefusal(request, problem);
      return reply.code(401).send(DENIED);
    });
    signedIn.get('/API/GetAllPayers', async () => context.payers.filter(({ pverifyCode }) => pverifyCode !== null).map(payerRow));
    registerEligibility(signedIn, context);
  });
}

function readBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async (request: FastifyRequest, text: string) => {
    request.sandboxBody = text;
    return new URLSearchParams(text);
  });
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, async (request: FastifyRequest, text: string) => {
    request.sandboxBody = text;
    try {
      return text === '' ? {} : (JSON.parse(text) as unknown);
    } catch {
      throw Object.assign(new Error('unreadable JSON'), { statusCode: 400 });
    }
  });
}

/** Refusals have a message and no response code; its capital comes and goes, as ASP.NET has it. */
function refuse(request: FastifyRequest, reply: FastifyReply, status: number, message: string, reason = message): FastifyReply {
  noteRefusal(request, reason);
  return reply.code(status).send(status === 400 ? { message } : { Message: message });
}

function payerRow(payer: SandboxPayer): Record<string, unknown> {
  return {
    payerCode: payer.pverifyCode,
    payerName: payer.pverifyName,
    isActive: payer.pverifyState !== 'inactive',
    isSupportingEligibility: payer.pverifyState !== 'dental',
    isSupportingClaims: payer.isElectronic && payer.pverifyState === 'active',
    isEDIPayer: payer.isElectronic,
  };
}

function registerEligibility(scope: FastifyInstance, { clock, payers, ...rest }: SandboxContext): void {
  const transactions = createTransactions({ clock, payers, ...rest });
  const bodyOf = (transaction: Transaction) => summaryBody(transaction, transactions.stateOf(transaction), clock.today());

  scope.post('/API/EligibilitySummary', async (request, reply) => {
    const read = readInquiry(request.body, payers);
    if (!('inquiry' in read)) return refuse(request, reply, 400, read.message, read.reason);
    if (scenarioOf(read.inquiry.memberId) === 'INVALID') return refuse(request, reply, 400, tooLittle().message, tooLittle().reason);
    const transaction = transactions.start(read.inquiry);
    if (read.inquiry.payer.isElectronic && transaction.answeredMs !== null) await clock.waitUntil(transaction.answeredMs);
    return bodyOf(transaction);
  });

  scope.get<{ Params: { id: string } }>('/API/GetEligibilitySummary/:id', async (request, reply) => {
    const transaction = transactions.find(Number(request.params.id));
    return transaction ? bodyOf(transaction) : refuse(request, reply, 404, 'No record was found for the RequestID.');
  });

  scope.get<{ Querystring: { DOS?: string } }>('/API/GetPendingInquiries', async (request, reply) => {
    const asked = request.query.DOS ?? '';
    const date = /^\d{2}-\d{2}-\d{4}$/.test(asked) ? fromUsDate(asked) : null;
    if (!date) return refuse(request, reply, 400, 'DOS must be MM-DD-YYYY.');
    return transactions.pendingOf(date).map(pendingRow);
  });

  scope.post('/API/CancelTransaction', async (request, reply) => {
    const id =
      typeof request.body === 'object' && request.body !== null && 'transactionId' in request.body ? request.body.transactionId : null;
    if (typeof id !== 'number') return refuse(request, reply, 400, 'transactionId must be a number.');
    const transaction = transactions.find(id);
    if (!transaction) return { IsCancelled: 'False', Message: 'The transaction was not found.', CurrentStatus: '' };
    if (transactions.stateOf(transaction) === 'answered') {
      return { IsCancelled: 'False', Message: 'The transaction is completed.', CurrentStatus: 'Processed' };
    }
    transaction.isCancelled = true;
    return { IsCancelled: 'True', Message: 'The transaction was cancelled.', CurrentStatus: 'Canceled' };
  });
}

/** Every property is a text here, numbers and booleans too. */
function pendingRow({ requestId, inquiry }: Transaction): Record<string, string> {
  const patient = inquiry.dependent ?? inquiry.subscriber;
  return {
    TransactionId: String(requestId),
    IsDependentVerification: inquiry.dependent ? 'True' : 'False',
    Status: 'Pending',
    PatientDOB: patient.birthDate ? usDate(patient.birthDate) : '',
    DOS_StartDate: usDate(inquiry.dateOfService),
    PatientFirstName: patient.firstName,
    PatientLastName: patient.lastName,
    ProviderNPI: inquiry.npi,
    ProviderLastName: inquiry.providerName,
    MemberId: inquiry.memberId,
  };
}
