/** A clearinghouse that costs nothing: it has the complete answer at once, so that what is left of a submission's time is our own. */
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

const LINES_PER_BENEFIT = 5;
const SERVICES = ['30', 'MH', '98', 'A4', 'A6', 'A7', 'A8', 'AI', 'BG', '86'];

/** Of some hundred lines, as payers commonly send. */
function coverage(id: string): unknown {
  const row = (amount: number) => ({
    amount: String(amount),
    units: 'USD',
    level: 'Individual',
    levelCode: 'IND',
    payerNotes: ['PER VISIT'],
  });
  return {
    id,
    status: 'Complete',
    statusCode: '4',
    payer: { name: 'Bench Mutual', payerId: 'BENCH', responseName: 'Bench Mutual' },
    patient: { firstName: 'Fenella', lastName: 'Measured', memberId: id },
    plans: [
      {
        status: 'Active Coverage',
        statusCode: '1',
        planName: 'BENCH PPO',
        benefits: SERVICES.map((type, at) => ({
          name: `Service ${type}`,
          type,
          status: 'Active Coverage',
          statusCode: '1',
          amounts: {
            coPayment: { inNetwork: Array.from({ length: LINES_PER_BENEFIT }, (_, line) => row(10 * at + line)) },
            deductibles: { outOfNetwork: Array.from({ length: LINES_PER_BENEFIT }, (_, line) => row(500 + 10 * at + line)) },
          },
        })),
      },
    ],
  };
}

const ID = 'WHOSEVER';
/** Made once: writing it is the clearinghouse's work, and none of ours. */
const COVERAGE = JSON.stringify(coverage(ID));

const payerOf = (payerId: string, name: string) => ({ payerId, name, displayName: name, shortName: payerId });

export interface VendorOptions {
  /** Besides BENCH MUTUAL; named by `payerNamed`. */
  morePayers?: number;
  /** A question is answered once this has come to its end. */
  meanwhile?: (payerId: string) => Promise<void>;
}

export const payerNamed = (number: number): string => `BENCH ${number} HEALTH`;

function answer(path: string, body: string, { morePayers = 0 }: VendorOptions): unknown {
  if (path.endsWith('/token')) return { access_token: 'bench', token_type: 'Bearer', expires_in: 86_400 };
  if (path.endsWith('/Token')) return { access_token: 'bench', token_type: 'bearer', expires_in: 86_400 };
  if (path.endsWith('/availity-payer-list')) {
    return [payerOf('BENCH', 'BENCH MUTUAL'), ...Array.from({ length: morePayers }, (_, at) => payerOf(`BENCH${at}`, payerNamed(at)))];
  }
  if (path.endsWith('/configurations')) return { totalCount: 0, count: 0, offset: 0, limit: 50, links: {}, configurations: [] };
  if (path.endsWith('/GetAllPayers')) return [];
  if (path.endsWith('/coverages')) return { id: new URLSearchParams(body).get('memberId'), status: 'Complete', statusCode: '4' };
  return null;
}

export async function startVendor(port: number, options: VendorOptions = {}): Promise<Server> {
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      if (path.endsWith('/coverages')) await options.meanwhile?.(new URLSearchParams(body).get('payerId') ?? '');
      const known = answer(path, body, options);
      const reply = known === null ? COVERAGE.replaceAll(ID, path.split('/').at(-1) ?? '') : JSON.stringify(known);
      response.writeHead(200, { 'content-type': 'application/json' }).end(reply);
    });
  });
  await new Promise<void>((settle) => void server.listen(port, '127.0.0.1', settle));
  return server;
}
