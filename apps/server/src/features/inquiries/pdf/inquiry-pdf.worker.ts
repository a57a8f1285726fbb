/** What runs in a worker thread: makes one PDF at a time (inquiry-pdf-pool.ts). */
import type { InquiryToPrint } from './inquiry-pdf-contents.ts';
import { renderInquiryPdf } from './inquiry-pdf-render.ts';

export async function makePdf(toPrint: InquiryToPrint): Promise<Uint8Array> {
  return await renderInquiryPdf(toPrint);
}
