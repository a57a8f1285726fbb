/** The worker from its TypeScript sources, for tests and `npm run dev`. A build has inquiry-pdf.worker.js instead. */
import { register } from 'tsx/esm/api';

register();
const { makePdf, makePlainPdf } = await import('./inquiry-pdf.worker.ts');
export { makePdf, makePlainPdf };
