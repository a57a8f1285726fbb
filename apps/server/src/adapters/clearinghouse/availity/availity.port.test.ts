import { createHash } from 'node:crypto';
import type { ClearinghouseRig, VendorMood } from '../../../ports/clearinghouse.port-test.ts';
import { describeClearinghouse } from '../../../ports/clearinghouse.port-test.ts';
import { startStubVendor } from '../stub-vendor.port-test.ts';
import type { StubReply, StubRequest } from '../stub-vendor.port-test.ts';
import { createAvaility } from './availity.adapter.ts';

const plans = [
  {
    status: 'Active Coverage',
    statusCode: '1',
    benefits: [
      {
        type: 'MH',
        name: 'Mental Health',
        status: 'Active Coverage',
        statusCode: '1',
        amounts: { coPayment: { inNetwork: [{ amount: '25', units: 'USD' }] } },
      },
    ],
  },
];

/** A vendor that stores each question under an id made of it, as Availity does. */
function createVendor() {
  let mood: VendorMood = 'answer';
  let transactions = 0;
  let tokens = 0;
  const stored = new Set<string>();

  function coverageBody(id: string, isFull: boolean): StubReply {
    const head = { id, createdDate: '2026-03-02T15:00:00.000+0000' };
    if (mood === 'pending') return { status: 202, body: { ...head, statusCode: '0', status: 'In Progress' } };
    if (mood === 'reject') {
      const validationMessages = [{ code: '75', errorMessage: 'Subscriber/Insured Not Found' }];
      return { status: 200, body: { ...head, statusCode: '19', status: 'Request Error', validationMessages } };
    }
    if (mood === 'no-answer') return { status: 200, body: { ...head, statusCode: '7', status: 'Communication Error' } };
    return { status: 200, body: { ...head, statusCode: '4', status: 'Complete', ...(isFull ? { plans } : {}) } };
  }

  function handle(request: StubRequest): StubReply {
    if (request.path.endsWith('/token')) {
      tokens += 1;
      const isRight = new URLSearchParams(request.body).get('client_secret') === 'right';
      if (!isRight) return { status: 401, body: { error: 'invalid_client' } };
      return { status: 200, body: { access_token: `token-${tokens}`, token_type: 'Bearer', expires_in: 300 } };
    }
    if (request.path === '/v1/availity-payer-list') return payerList(request);
    if (request.path === '/v1/configurations') return { status: 200, body: { totalCount: 0, count: 0, configurations: [] } };
    const id = request.path.slice('/v1/coverages/'.length);
    if (request.method === 'POST') return takeQuestion(request);
    if (!stored.has(id)) return { status: 404, body: { userMessage: 'The requested resource does not exist.', statusCode: 404 } };
    if (request.method === 'GET') return coverageBody(id, true);
    stored.delete(id);
    return { status: 204 };
  }

  function takeQuestion(request: StubRequest): StubReply {
    if (mood === 'refuse') {
      const errors = [{ field: 'memberId', errorMessage: 'Enter a member id.' }];
      return { status: 400, body: { userMessage: 'Invalid request.', developerMessage: 'Check the form.', statusCode: 400, errors } };
    }
    const id = createHash('sha256').update(request.body).digest('hex').slice(0, 10);
    if (!stored.has(id)) transactions += 1;
    stored.add(id);
    return coverageBody(id, false);
  }

  return { handle, setMood: (next: VendorMood) => void (mood = next), transactions: () => transactions, tokens: () => tokens };
}

function payerList(request: StubRequest): StubReply {
  const rows = [
    { payerId: '00123', displayName: 'Cedar Mutual ', processingRoutes: [{ availability: true, submissionMode: 'API' }] },
    { payerId: 'HB7', name: 'Harborview Health', processingRoutes: { availability: false, submissionMode: 'API' } },
    { payerId: '00123', displayName: 'Cedar Mutual', processingRoutes: [{ availability: true, submissionMode: 'API' }] },
  ];
  const offset = Number(request.query.get('offset') ?? 0);
  const payers = rows.slice(offset, offset + 2);
  return { status: 200, body: { totalCount: rows.length, count: payers.length, offset, limit: 2, links: {}, payers } };
}

describeClearinghouse(async (timeoutMs): Promise<ClearinghouseRig> => {
  const vendor = createVendor();
  const server = await startStubVendor(vendor.handle);
  const closed = await startStubVendor(vendor.handle);
  await closed.stop();
  let aheadMs = 0;
  const make = (url: string, clientSecret: string) =>
    createAvaility({
      baseUrl: `${url}/v1`,
      tokenUrl: `${url}/v1/token`,
      clientId: 'coverlight',
      clientSecret,
      scope: 'demo',
      now: () => new Date(Date.now() + aheadMs),
      sleep: () => Promise.resolve(),
      random: () => 0,
      timeoutMs,
    });
  return {
    clearinghouse: make(server.url, 'right'),
    wrongSecret: make(server.url, 'wrong'),
    unreachable: make(closed.url, 'right'),
    vendor: server,
    setMood: vendor.setMood,
    transactions: vendor.transactions,
    tokenRequests: vendor.tokens,
    advanceSeconds: (seconds) => {
      aheadMs += seconds * 1000;
    },
  };
});
