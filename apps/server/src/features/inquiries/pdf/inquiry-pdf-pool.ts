/** PDFs are made in worker threads: drawing pages holds a thread for longer than other callers should wait. */
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { unavailable } from '#http/app-error.ts';
import { safeError } from '#http/log-safety.ts';
import type { Log } from '#log.ts';
import { inSpan } from '#telemetry/spans.ts';
import type { InquiryToPrint } from './inquiry-pdf-contents.ts';
import type { PlainDocument } from './inquiry-pdf-document.ts';

/** A second one would hold 80 MB more for as long as anybody prints, and a server has its next process beside it (docs/scaling.md). */
const THREADS = 1;
/** Waiting for a thread; more are told to come back later. */
const MAX_WAITING = 50;
const IDLE_MS = 5 * 60_000;
/** A document that takes longer is given up, and its thread with it. */
const MAX_MS = 30_000;
const MAX_HEAP_MB = 512;
/** Left to itself it takes 48 MB, and makes no document sooner. */
const MAX_YOUNG_MB = 8;

export interface PdfPool {
  /** Documents that wait for a thread. */
  waiting(): number;
  make(toPrint: InquiryToPrint): Promise<Buffer>;
  /** Of `id`, which a tracer is told. */
  print(id: string, document: PlainDocument): Promise<Buffer>;
  close(): Promise<void>;
}

/** Threads start with the first document. */
export function createPdfPool(log: Log): PdfPool {
  let pool: Piscina | undefined;
  const run = async (attributes: Record<string, string>, name: 'makePdf' | 'makePlainPdf', task: unknown): Promise<Buffer> => {
    pool ??= openPool(log);
    try {
      // A worker answers with plain bytes: a Buffer loses its class on the way.
      const threads = pool;
      const bytes = await inSpan(
        'pdf',
        attributes,
        async () => (await threads.run(task, { name, signal: AbortSignal.timeout(MAX_MS) })) as Uint8Array,
      );
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    } catch (error) {
      if (isOverload(error)) throw unavailable('Too many PDFs are being made. Please try again in a moment.', error);
      throw error;
    }
  };
  return {
    waiting: () => pool?.queueSize ?? 0,
    make: async (toPrint) => await run({ 'coverlight.inquiry_id': toPrint.inquiry.id }, 'makePdf', toPrint),
    print: async (id, document) => await run({ 'coverlight.object_id': id }, 'makePlainPdf', document),
    async close() {
      await pool?.destroy();
    },
  };
}

const isOverload = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.message === 'Task queue is at limit');

function openPool(log: Log): Piscina {
  const isSource = import.meta.url.endsWith('.ts');
  const pool = new Piscina({
    // Built, the worker is a file beside the server's own.
    filename: fileURLToPath(new URL(isSource ? './inquiry-pdf.worker-source.mjs' : './inquiry-pdf.worker.js', import.meta.url)),
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    maxQueue: MAX_WAITING,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
  });
  // Whoever waits for the document is told by its own promise; without a listener the process would end.
  pool.on('error', (error: unknown) => log.warn({ err: safeError(error) }, 'a PDF worker broke'));
  return pool;
}
