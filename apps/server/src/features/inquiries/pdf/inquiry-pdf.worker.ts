/** What runs in a worker thread: makes one PDF at a time (inquiry-pdf-pool.ts). */
import type { InquiryToPrint } from './inquiry-pdf-contents.ts';
import type { PrintedList } from './inquiry-pdf-document.ts';
import { drawDocument } from './inquiry-pdf-layout.ts';
import { renderInquiryPdf } from './inquiry-pdf-render.ts';

export async function makePdf(toPrint: InquiryToPrint): Promise<Uint8Array> {
  return await renderInquiryPdf(toPrint);
}

export async function makeListPdf(list: PrintedList): Promise<Uint8Array> {
  return await drawDocument({ ...list, sheets: [] });
}
