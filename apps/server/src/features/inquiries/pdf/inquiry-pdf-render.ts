/** An inquiry as a PDF. Pure but for the font files it reads. Takes as long as some pages of print: call it off the main thread. */
import { printedInquiry, type InquiryToPrint } from './inquiry-pdf-contents.ts';
import type { PlainDocument } from './inquiry-pdf-document.ts';
import { drawDocument } from './inquiry-pdf-layout.ts';

export async function renderInquiryPdf(toPrint: InquiryToPrint): Promise<Buffer> {
  return await drawDocument(printedInquiry(toPrint));
}

/** Any other paper: blocks below each other. */
export async function renderPlainPdf(document: PlainDocument): Promise<Buffer> {
  return await drawDocument({ ...document, sheets: [] });
}
