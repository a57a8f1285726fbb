/** What is stored of an uploaded file: all or nothing, and the file is gone with its process (product.md 15.4). */
import type { Task, WorkAnswer } from './admin-task.ts';

const BROKEN_OFF = 'The server was stopped while it stored the file, so nothing of it is stored. Please upload it again.';
const brokenOff = async (): Promise<WorkAnswer> => ({ status: 503, body: { message: BROKEN_OFF } });

export const UPLOAD_TASKS = {
  'upload-payers': { action: 'payer.upload', objectType: 'payer', scope: 'file', run: brokenOff },
  'upload-prefixes': { action: 'payer.prefix-upload', objectType: 'payer', scope: 'file', run: brokenOff },
  'upload-reimbursements': { action: 'reimbursement.upload', objectType: 'reimbursement', scope: 'file', run: brokenOff },
  'upload-la-prefixes': { action: 'la-prefix.upload', objectType: 'la-prefix', scope: 'file', run: brokenOff },
} as const satisfies Record<string, Task>;
export type UploadTask = keyof typeof UPLOAD_TASKS;
