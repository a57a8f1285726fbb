import type { ClearinghouseRig, VendorMood } from '../../../ports/clearinghouse.port-test.ts';
import { describeClearinghouse } from '../../../ports/clearinghouse.port-test.ts';
import { startStubVendor } from '../stub-vendor.port-test.ts';
import type { StubReply, StubRequest } from '../stub-vendor.port-test.ts';
import { createPverify } from './pverify.adapter.ts';

const details = [
  {
    ServiceName: 'Mental Health',
    EligibilityDetails: [{ EligibilityOrBenefit: 'Active Coverage' }, { EligibilityOrBenefit: 'Co-Payment', MonetaryAmount: '25' }],
  },
];

interface Asked {
  subscriber: { firstName: string; lastName: string; dob: string; memberID: string };
  provider: { npi: string };
}

/** A vendor to which every POST is a new transaction. */
function createVendor() {
  let mood: VendorMood = 'answer';
  let tokens = 0;
  const asked = new Map<string, Asked>();

  function summary(id: string): unknown {
    const head = { RequestID: Number(id), ProcessedWithError: false, IsPayerBackOffice: false };
    if (mood === 'pending') return { ...head, APIResponseCode: '3', APIResponseMessage: 'Pending' };
    if (mood === 'reject') {
      return {
        ...head,
        APIResponseCode: '0',
        APIResponseMessage: 'Error Reason : Subscriber/Insured Not Found \r\n',
        ProcessedWithError: true,
        ErrorCode: '75',
        ErrorDescription: 'Subscriber/Insured Not Found',
      };
    }
    if (mood === 'no-answer') {
      return { ...head, APIResponseCode: '0', APIResponseMessage: 'Error occurred while connecting to carrier', ProcessedWithError: true };
    }
    const rest = { PlanCoverageSummary: { Status: 'Active' }, ServiceDetails: details };
    return { ...head, APIResponseCode: '0', APIResponseMessage: 'Processed', ...rest };
  }

  function handle(request: StubRequest): StubReply {
    if (request.path === '/Token') {
      tokens += 1;
      const isRight = new URLSearchParams(request.body).get('Client_Secret') === 'right';
      if (!isRight) return { status: 400, body: { error: 'invalid_client' } };
      return { status: 200, body: { access_token: `token-${tokens}`, token_type: 'bearer', expires_in: 300 } };
    }
    if (request.path === '/API/GetAllPayers') return { status: 200, body: payers };
    if (request.path === '/API/GetPendingInquiries') return { status: 200, body: mood === 'pending' ? pendingList(request) : [] };
    if (request.path === '/API/CancelTransaction') {
      const { transactionId } = JSON.parse(request.body);
      return { status: 200, body: { IsCancelled: asked.has(String(transactionId)) ? 'True' : 'False', CurrentStatus: 'Canceled' } };
    }
    if (request.method === 'POST') return takeQuestion(request);
    const id = request.path.slice('/API/GetEligibilitySummary/'.length);
    return asked.has(id) ? { status: 200, body: summary(id) } : { status: 200, body: { message: 'Transaction not found' } };
  }

  function takeQuestion(request: StubRequest): StubReply {
    if (mood === 'refuse') return { status: 400, body: { message: 'Payer is invalid' } };
    const id = String(500_000_001 + asked.size);
    asked.set(id, JSON.parse(request.body));
    return { status: 200, body: summary(id) };
  }

  function pendingList(request: StubRequest): unknown[] {
    if (request.query.get('DOS') !== '03-02-2026') return [];
    const other = { TransactionId: '500000900', MemberId: 'SOMEBODY1', PatientDOB: '07/19/1984', PatientLastName: 'Quackenbush' };
    const own = [...asked].map(([TransactionId, { subscriber, provider }]) => ({
      TransactionId,
      Status: 'Pending',
      PatientDOB: subscriber.dob,
      PatientFirstName: subscriber.firstName.toUpperCase(),
      PatientLastName: subscriber.lastName.toUpperCase(),
      ProviderNPI: provider.npi,
      MemberId: subscriber.memberID,
    }));
    return [other, ...own];
  }

  return { handle, setMood: (next: VendorMood) => void (mood = next), transactions: () => asked.size, tokens: () => tokens };
}

const row = { isActive: true, isSupportingEligibility: true, isSupportingClaims: true, isEDIPayer: true };
const payers = [
  { ...row, payerCode: '00123', payerName: 'Cedar Mutual ' },
  { ...row, payerCode: 'DE900', payerName: 'Cedar Dental', isSupportingEligibility: false },
  { ...row, payerCode: 'HB7', payerName: 'Harborview Health', isActive: false },
  { ...row, payerCode: '00123', payerName: 'Cedar Mutual' },
];

describeClearinghouse(async (timeoutMs): Promise<ClearinghouseRig> => {
  const vendor = createVendor();
  const server = await startStubVendor(vendor.handle);
  const closed = await startStubVendor(vendor.handle);
  await closed.stop();
  let aheadMs = 0;
  const make = (url: string, clientSecret: string) =>
    createPverify({
      baseUrl: url,
      clientId: 'coverlight',
      clientSecret,
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
