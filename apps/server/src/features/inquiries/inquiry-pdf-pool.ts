/** PDFs are made in worker threads: drawing pages holds a thread for longer than other callers should wait. */
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import { unavailable } from '#http/app-error.ts';
import type { InquiryToPrint } from './inquiry-pdf-contents.ts';

const THREADS = 2;
/** Waiting for a thread; more are told to come back later. */
const MAX_WAITING = 50;
const IDLE_MS = 5 * 60_000;
/** A document that takes longer is given up, and its thread with it. */
const MAX_MS = 30_000;
const MAX_HEAP_MB = 512;

export interface PdfPool {
  make(toPrint: InquiryToPrint): Promise<Buffer>;
  close(): Promise<void>;
}

/** Threads start with the first document. */
export function createPdfPool(): PdfPool {
  let pool: Piscina | undefined;
  return {
    async make(toPrint) {
      pool ??= openPool();
      try {
        // A worker answers with plain bytes: a Buffer loses its class on the way.
        const bytes = (await pool.run(toPrint, { name: 'makePdf', signal: AbortSignal.timeout(MAX_MS) })) as Uint8Array;
        return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      } catch (error) {
        if (isOverload(error)) throw unavailable('Too many PDFs are being made. Please try again in a moment.', error);
        throw error;
      }
    },
    async close() {
      await pool?.destroy();
    },
  };
}

const isOverload = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.message === 'Task queue is at limit');

function openPool(): Piscina {
  const isSource = import.meta.url.endsWith('.ts');
  return new Piscina({
    filename: fileURLToPath(new URL(isSource ? './inquiry-pdf.worker.ts' : './inquiry-pdf.worker.js', import.meta.url)),
    // Built, a worker is a file of its own. From the sources (tests, npm run dev) it needs the loader that reads TypeScript.
    ...(isSource ? { execArgv: ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] } : {}),
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    maxQueue: MAX_WAITING,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
}
