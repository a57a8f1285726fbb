/**
 * An inquiry's PDF beside the same words, in the same font, on as many pages by pdfkit alone: which lays out less, and inflates the font's file for
 * each letter.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { SHOW_ALL } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import PdfKit from 'pdfkit';
import { renderInquiryPdf } from '../../apps/server/src/features/inquiries/pdf/inquiry-pdf-render.ts';
import { aCoverage } from '../../apps/server/test/coverages.ts';
import { linesOfEverySort } from '../../apps/server/test/lines.ts';
import { readPdf } from '../../apps/server/test/read-pdf.ts';
import { timeInTurns, timeRuns } from './clients.ts';
import type { Comparison } from './comparison.ts';

const PAGES = 4;
const WARM_UP = 5;
const RUNS = 25;
const BOUND = 1;
const LINE_LETTERS = 95;

const ID = '0'.repeat(26);
const inquiryWith = (lines: number): Inquiry => ({
  id: ID,
  status: 'complete',
  created_at: '2026-11-20T23:10:00.000Z',
  updated_at: '2026-11-20T23:12:00.000Z',
  as_of_date: null,
  payer: { id: ID, name: 'Bench Mutual' },
  payer_name_override: null,
  provider: { id: ID, name: 'Harbor House' },
  user: { id: ID, name: 'Robin Ashby' },
  source: 'availity',
  source_name: 'Availity',
  is_hidden: false,
  had_reimbursement: false,
  plan_status: 'Active Coverage',
  plan_state: 'active',
  may_be_somebody_else: false,
  remote_errors: {},
  person_id: null,
  submission: { provider_id: ID, payer_id: ID, patientFirstName: 'Marlow', patientLastName: 'Measured', memberId: 'XZA900100' },
  answered_at: '2026-11-20T23:12:00.000Z',
  asked: { service_types: ['30'], practice_type: null },
  asked_under: null,
  related: [],
  coverage: aCoverage({ lines: linesOfEverySort().slice(0, lines) }),
  warnings: [],
});
const print = async (inquiry: Inquiry) =>
  await renderInquiryPdf({
    inquiry,
    practice: 'Tidewater Practice',
    filter: SHOW_ALL,
    zone: 'America/Los_Angeles',
    isSummary: false,
    changes: null,
  });

/** The most lines that still fit on the wanted pages. */
async function inquiryOfPages(pages: number): Promise<{ inquiry: Inquiry; texts: string[] }> {
  let best: { inquiry: Inquiry; texts: string[] } | null = null;
  for (let lines = 10; lines <= linesOfEverySort().length; lines += 10) {
    const inquiry = inquiryWith(lines);
    const { pages: texts } = await readPdf(await print(inquiry));
    if (texts.length > pages) break;
    if (texts.length === pages) best = { inquiry, texts };
  }
  if (best === null) throw new Error(`No inquiry fills ${pages} pages.`);
  return best;
}

const require = createRequire(import.meta.url);
const font = readFileSync(require.resolve('@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff'));

async function barePdf(pages: readonly string[]): Promise<void> {
  const document = new PdfKit({ size: 'LETTER', margin: 40, autoFirstPage: false });
  const done = new Promise<void>((settle) => void document.on('end', settle));
  document.on('data', () => undefined);
  document.registerFont('plex', font);
  for (const page of pages) {
    document.addPage().font('plex').fontSize(9);
    for (let at = 0; at < page.length; at += LINE_LETTERS)
      document.text(page.slice(at, at + LINE_LETTERS), { lineBreak: false }).moveDown(0);
  }
  document.end();
  await done;
}

export async function comparePdf(): Promise<Comparison> {
  const { inquiry, texts } = await inquiryOfPages(PAGES);
  await timeRuns(WARM_UP, () => print(inquiry));
  await timeRuns(WARM_UP, () => barePdf(texts));
  const both = { clients: 1, callsEach: 1, turns: RUNS };
  const times = await timeInTurns(both, {
    ours: { call: async () => void (await print(inquiry)), readCpu: null },
    bare: { call: async () => await barePdf(texts), readCpu: null },
  });
  return { name: `PDF of ${PAGES} pages beside bare pdfkit`, bound: BOUND, ...times };
}
