/** What runs in a worker thread: makes one PDF at a time (inquiry-pdf-pool.ts). */
import type { InquiryToPrint } from './inquiry-pdf-contents.ts';
import type { PlainDocument } from './inquiry-pdf-document.ts';
import { renderInquiryPdf, renderPlainPdf } from './inquiry-pdf-render.ts';

export async function makePdf(toPrint: InquiryToPrint): Promise<Uint8Array> {
  return await renderInquiryPdf(toPrint);
}

export async function makePlainPdf(document: PlainDocument): Promise<Uint8Array> {
  return await renderPlainPdf(document);
}
