/**
 * Availity and pVerify as somebody else would serve them: their published bodies, and every way a server can misbehave. What
 * happens is written in the member id: the stage (`ASK` the question itself, `LOOK` the later look at it), then the fault.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { availityConfiguration, availityCoverage, availityError, availityState } from './foreign-availity-bodies.ts';
import { pverifyPayerError, pverifyPending, pverifySummary } from './foreign-pverify-bodies.ts';

export const FAULTS = [
  'PAYERERROR',
  'COMMERROR',
  'PENDING',
  'REFUSED',
  'MALFORMED',
  'EXPIRED',
  'BUSY',
  'BUSYONCE',
  'HANG',
  'RESET',
  'TRUNCATED',
  'GATEWAY',
  'WRONGTYPE',
  'DRIP',
  'HUGE',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface ReceivedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface ForeignClearinghouses {
  url: string;
  requests: ReceivedRequest[];
  close(): Promise<void>;
}

/** `payers`: codes that either clearinghouse lists; each has a configuration at Availity. */
export async function startForeignClearinghouses(payers: { availity: string[]; pverify: string[] }): Promise<ForeignClearinghouses> {
  const requests: ReceivedRequest[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const state: State = { payers, transactions: new Map(), struck: new Set(), timers };
  const server = createServer((incoming, response) => {
    // A client that hangs up in the middle is what several of these faults provoke.
    response.on('error', () => undefined);
    void receive(incoming).then((request) => {
      requests.push(request);
      if (request.path.startsWith('/availity')) answerAvaility(state, request, response);
      else answerPverify(state, request, response);
    });
  });
  await new Promise<void>((settle) => void server.listen(0, '127.0.0.1', settle));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The foreign server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    async close() {
      for (const timer of timers) clearInterval(timer);
      server.closeAllConnections();
      await new Promise<void>((settle) => void server.close(() => settle()));
    },
  };
}

interface State {
  payers: { availity: string[]; pverify: string[] };
  /** Member ids by pVerify's transaction numbers. */
  transactions: Map<number, string>;
  /** Faults that strike once and have. */
  struck: Set<string>;
  timers: Set<NodeJS.Timeout>;
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const url = new URL(incoming.url ?? '/', 'http://foreign');
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body: await text(incoming),
  };
}

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  void response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8', ...headers }).end(JSON.stringify(body));

/** The fault of this member id at this stage; null where the answer is to be a plain one. */
function faultOf(memberId: string, stage: 'ASK' | 'LOOK'): Fault | null {
  // What is pending stays so, however often it is looked at.
  if (memberId.startsWith('ASKPENDING')) return 'PENDING';
  const wanted = FAULTS.toSorted((a, b) => b.length - a.length).find((fault) => memberId.startsWith(`${stage}${fault}`));
  return wanted ?? null;
}

function answerAvaility(state: State, request: ReceivedRequest, response: ServerResponse): void {
  const path = request.path.slice('/availity/v1'.length);
  if (path === '/token') {
    return json(response, 200, {
      access_token: 'foreign',
      token_type: 'Bearer',
      expires_in: 300,
      scope: 'any',
      consented_on: 1_700_000_000,
    });
  }
  if (path === '/availity-payer-list') {
    // The bare list that the vendor's own description shows.
    return json(
      response,
      200,
      state.payers.availity.map((payerId) => ({
        payerId,
        name: `FOREIGN ${payerId}`,
        displayName: `FOREIGN ${payerId}`,
        shortName: payerId,
      })),
    );
  }
  if (path === '/configurations') {
    const wanted = request.query.get('payerId');
    const configurations = state.payers.availity.filter((code) => wanted === null || wanted === code).map(availityConfiguration);
    return json(response, 200, {
      totalCount: configurations.length,
      count: configurations.length,
      offset: 0,
      limit: 50,
      links: {},
      configurations,
    });
  }
  if (request.method === 'DELETE') return void response.writeHead(204).end();
  const isAsk = request.method === 'POST';
  const memberId = isAsk
    ? (new URLSearchParams(request.body).get('memberId') ?? '')
    : decodeURIComponent(path.split('/').at(-1) ?? '').slice(4);
  const id = `cov-${memberId}`;
  const fault = faultOf(memberId, isAsk ? 'ASK' : 'LOOK');
  if (fault !== null && misbehave(state, fault, `${request.method} ${memberId}`, response)) return;
  if (fault === 'PAYERERROR') {
    const messages = [{ field: 'memberId', code: '72', errorMessage: 'Invalid/Missing Subscriber/Insured ID', index: 0 }];
    return json(response, 200, availityState(id, '19', 'Request Error', { validationMessages: messages }));
  }
  if (fault === 'COMMERROR') return json(response, 200, availityState(id, '7', 'Communication Error'));
  if (fault === 'PENDING') return json(response, 202, availityState(id, 'R1', 'Communication Error, Retrying'));
  if (fault === 'REFUSED') {
    return json(response, 400, availityError(400, [{ field: 'memberId', errorMessage: 'Enter the number on the card.' }]));
  }
  if (isAsk)
    return json(response, 202, {
      totalCount: 1,
      count: 1,
      offset: 0,
      limit: 50,
      links: {},
      coverages: [availityState(id, '0', 'In Progress')],
    });
  return json(response, 200, availityCoverage(id, memberId));
}

function answerPverify(state: State, request: ReceivedRequest, response: ServerResponse): void {
  const path = request.path.slice('/pverify'.length);
  if (path === '/Token') return json(response, 200, { access_token: 'foreign', token_type: 'bearer', expires_in: 3599 });
  if (path === '/API/GetAllPayers') {
    const row = { isActive: true, isSupportingEligibility: true, isSupportingClaims: false, isEDIPayer: true };
    return json(
      response,
      200,
      state.payers.pverify.map((payerCode) => ({ payerCode, payerName: `Foreign ${payerCode}`, ...row })),
    );
  }
  if (path === '/API/CancelTransaction') return json(response, 200, { IsCancelled: true, Message: '', CurrentStatus: 'Cancelled' });
  if (path === '/API/GetPendingInquiries') return json(response, 200, []);
  const isAsk = request.method === 'POST';
  const requestId = isAsk ? 700_000_001 + state.transactions.size : Number(path.split('/').at(-1));
  const sent = isAsk ? (JSON.parse(request.body) as { subscriber?: { memberID?: string } }) : {};
  const memberId = state.transactions.get(requestId) ?? sent.subscriber?.memberID ?? '';
  state.transactions.set(requestId, memberId);
  const fault = faultOf(memberId, isAsk ? 'ASK' : 'LOOK');
  if (fault !== null && misbehave(state, fault, `${request.method} ${memberId}`, response)) return;
  if (fault === 'PAYERERROR') return json(response, 200, pverifyPayerError(requestId));
  if (fault === 'COMMERROR') {
    const words = 'Error Reason : Error occurred while connecting to carrier';
    return json(response, 200, {
      ...pverifyPayerError(requestId),
      ErrorCode: null,
      ErrorDescription: null,
      APIResponseMessage: words,
      EDIErrorMessage: words,
    });
  }
  if (fault === 'PENDING') return json(response, 200, pverifyPending(requestId));
  if (fault === 'REFUSED') return json(response, 200, { message: 'The provider NPI is invalid.' });
  if (isAsk && memberId.startsWith('LOOK')) return json(response, 200, pverifyPending(requestId));
  return json(response, 200, pverifySummary(requestId, memberId));
}

/** True where the fault has already answered, or never will. */
function misbehave(state: State, fault: Fault, key: string, response: ServerResponse): boolean {
  const isFirst = !state.struck.has(key);
  state.struck.add(key);
  const type = { 'content-type': 'application/json' };
  switch (fault) {
    case 'MALFORMED':
      response.writeHead(200, type).end('{"id": "cov-1", "statusCode": 4, "plans": [{');
      return true;
    case 'EXPIRED':
      // Once: the token ran out in the middle, and the next one is taken.
      if (isFirst) json(response, 401, availityError(401));
      return isFirst;
    case 'BUSY':
      response.writeHead(429, { 'content-type': 'text/plain' }).end('quota exceeded');
      return true;
    case 'BUSYONCE':
      if (isFirst) response.writeHead(429, { 'content-type': 'text/plain', 'retry-after': '1' }).end('quota exceeded');
      return isFirst;
    case 'HANG':
      return true;
    case 'RESET':
      response.socket?.resetAndDestroy();
      return true;
    case 'TRUNCATED':
      response
        .writeHead(200, { ...type, 'content-length': '90000' })
        .write('{"id":"cov-1","statusCode":"4","plans":[', () => response.destroy());
      return true;
    case 'GATEWAY':
      response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>502 Bad Gateway</h1></html>');
      return true;
    case 'WRONGTYPE':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Scheduled maintenance</html>');
      return true;
    case 'DRIP':
      response.writeHead(200, type);
      state.timers.add(setInterval(() => void response.write(' '), 200));
      return true;
    case 'HUGE':
      writeMuch(response);
      return true;
    case 'PAYERERROR':
    case 'COMMERROR':
    case 'PENDING':
    case 'REFUSED':
      return false;
  }
}

/** 20 MB that are JSON to the last byte; stops when the reader hangs up. */
function writeMuch(response: ServerResponse): void {
  const chunk = Buffer.from(`"${'x'.repeat(65_533)}",`);
  let left = 20 * 1024 * 1024;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"id":"cov-1","statusCode":"4","plans":[');
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length;
      if (!response.write(chunk)) return void response.once('drain', more);
    }
    if (!response.destroyed) response.end('""]}');
  };
  more();
}
