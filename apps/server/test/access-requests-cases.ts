/** One well-formed call of each endpoint of case work on the objects given. */
import { get, send, type Build } from './access-request.ts';
import { newId } from './factories.ts';

const REMITTANCE = [
  'ISA*00*          *00*          *ZZ*HARBORSENDER   *ZZ*TIDEWATER      *261122*1200*^*00501*000000907*0*T*:',
  'GS*HP*HARBORSENDER*TIDEWATER*20261122*1200*907*X*005010X221A1',
  'ST*835*0001',
  'CLP*PCN-1*1*10*10**12*ICN-1',
  'SE*3*0001',
  'GE*1*907',
  'IEA*1*000000907',
]
  .map((segment) => `${segment}~`)
  .join('');

/** Of a claim of somebody else. */
const remittance = (path: string): ReturnType<Build> => ({
  method: 'POST',
  url: `/api/v1${path}`,
  payload: `--x\r\ncontent-disposition: form-data; name="file"; filename="remittance.835"\r\n\r\n${REMITTANCE}\r\n--x--\r\n`,
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
});

export const caseAccessRequests: Readonly<Record<string, Build>> = {
  'cases.list': get(() => '/cases'),
  'cases.create': send(
    'POST',
    () => '/cases',
    (objects) => ({ inquiry_id: objects.complete, provider_id: objects.provider, levels: ['op'] }),
  ),
  'cases.get': get((objects) => `/cases/${objects.case}`),
  'cases.update': send(
    'PUT',
    (objects) => `/cases/${objects.case}`,
    () => ({ due_on: '2030-01-15' }),
  ),
  'cases.grid': get((objects) => `/cases/${objects.case}/grid`),
  'cases.timeline': get((objects) => `/cases/${objects.case}/timeline`),
  // Refused by rules: what counts here is that the checks before them let it through.
  'cases.checkCompany': send(
    'POST',
    (objects) => `/cases/${objects.case}/checks`,
    () => ({ company: 'Nobody named this one' }),
  ),
  // It belongs to the case already.
  'cases.addInquiry': send(
    'POST',
    (objects) => `/cases/${objects.case}/inquiries`,
    (objects) => ({ inquiry_id: objects.complete, role: 'recheck' }),
  ),
  'cases.notes': get((objects) => `/cases/${objects.case}/notes`),
  'cases.addNote': send(
    'POST',
    (objects) => `/cases/${objects.case}/notes`,
    () => ({ text: 'The card was asked for.' }),
  ),
  'cases.addTask': send(
    'POST',
    (objects) => `/cases/${objects.case}/tasks`,
    () => ({ title: 'Ask for the card' }),
  ),
  'cases.updateTask': send(
    'PUT',
    (objects) => `/case-tasks/${objects.caseTask}`,
    () => ({ state: 'done' }),
  ),
  'cases.callSheets': get((objects) => `/cases/${objects.case}/call-sheets`),
  'cases.makeCallSheet': send(
    'POST',
    (objects) => `/cases/${objects.case}/call-sheets`,
    () => ({}),
  ),
  'cases.callSheet': get((objects) => `/call-sheets/${objects.callSheet}`),
  'cases.updateCallSheet': send(
    'PUT',
    (objects) => `/call-sheets/${objects.callSheet}`,
    () => ({ purpose: 'Before admission' }),
  ),
  'cases.addCallAnswers': send(
    'POST',
    (objects) => `/call-sheets/${objects.callSheet}/answers`,
    () => ({
      rep_name: 'Alexis',
      reference_no: 'refused',
      called_at: new Date().toISOString(),
      answers: [{ question: 'single-case', value: { type: 'yes' } }],
    }),
  ),
  'cases.pdf': get((objects) => `/cases/${objects.case}/pdf`),
  'networkRules.list': get(() => '/network-rules'),
  'networkRules.create': send(
    'POST',
    () => '/network-rules',
    () => ({ verdict: 'in', source: 'contract' }),
  ),
  'networkRules.update': send(
    'PUT',
    (objects) => `/network-rules/${objects.networkRule}`,
    () => ({ verdict: 'out' }),
  ),
  'networkRules.remove': (objects) => ({ method: 'DELETE', url: `/api/v1/network-rules/${objects.networkRule}` }),
  'networkRules.preview': send(
    'POST',
    () => '/network-rules/preview',
    () => ({ rule: { verdict: 'in', source: 'contract' } }),
  ),
  'networkRules.upload': send(
    'POST',
    () => '/network-rules/upload',
    () => ({}),
  ),
  'networkRules.verdict': get((objects) => `/inquiries/${objects.complete}/network`),
  'estimates.list': get((objects) => `/cases/${objects.case}/estimates`),
  'estimates.create': send(
    'POST',
    (objects) => `/cases/${objects.case}/estimates`,
    () => ({ kind: 'gfe' }),
  ),
  'estimates.get': get((objects) => `/estimates/${objects.estimate}`),
  'estimates.update': send(
    'PUT',
    (objects) => `/estimates/${objects.estimate}`,
    () => ({ requested_on: '2026-03-02' }),
  ),
  'estimates.pdf': get((objects) => `/estimates/${objects.estimate}/pdf`),
  'estimates.readRemittance': (objects) => remittance(`/estimates/${objects.deliveredEstimate}/remittance/preview`),
  'estimates.storeRemittance': (objects) => remittance(`/estimates/${objects.deliveredEstimate}/remittance`),
  'estimates.removeClaim': (objects) => ({ method: 'DELETE', url: `/api/v1/estimate-claims/${objects.estimateClaim}` }),
  'estimates.range': get((objects) => `/cases/${objects.case}/range?level=op`),
  'reports.verification': get(() => '/reports/verification?since=2026-01-01'),
  'reports.export': get(() => '/reports/verification/export?since=2026-01-01'),
  'adminCases.listPhones': get(() => '/admin/payer-phones'),
  'adminCases.createPhone': send(
    'POST',
    () => '/admin/payer-phones',
    (objects) => ({ payer_id: objects.payer, kind: 'claims', phone: '800-555-0142' }),
  ),
  'adminCases.updatePhone': send(
    'PUT',
    () => `/admin/payer-phones/${newId()}`,
    () => ({ phone: '800-555-0142' }),
  ),
  'adminCases.removePhone': (_objects) => ({ method: 'DELETE', url: `/api/v1/admin/payer-phones/${newId()}` }),
  'adminCases.estimateNotice': get(() => '/admin/estimate-notice'),
  'adminCases.confirmEstimateNotice': send(
    'PUT',
    () => '/admin/estimate-notice',
    () => ({ is_confirmed: false }),
  ),
};
