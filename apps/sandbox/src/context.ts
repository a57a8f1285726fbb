/** What the parts of one sandbox share. Nothing of it is global, so several sandboxes can run in one process. */

import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { Journal } from './journal.ts';
import type { SandboxPayer } from './payers/payers.ts';

/** Where the payment vendor's events go. */
interface Webhooks {
  /** null: nowhere. POST /__webhooks may change it. */
  url: string | null;
  secret: string;
}

export interface Settings {
  /** Of Availity's payer list: an object with `payers`, or the bare array its Swagger declares. */
  payer_list_shape: 'wrapped' | 'array';
  /** Of POST /coverages: one coverage, a list of one, or what each payer is used to. */
  coverage_shape: 'payer' | 'single' | 'list';
}

export interface SandboxContext {
  clock: Clock;
  faults: Faults;
  journal: Journal;
  webhooks: Webhooks;
  settings: Settings;
  payers: SandboxPayer[];
  /** What both clearinghouses accept as client id and secret. */
  clientId: string;
  clientSecret: string;
  /** Until an ordinary payer answers; 0 answers at once. */
  answerDelayMs: number;
  /** Until a SLOW payer answers. */
  slowAnswerMs: number;
  printLine: (line: string) => void;
}
