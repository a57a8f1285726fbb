/** How the calls of the access table are written. */
import type { InjectOptions } from 'fastify';

/** Ids of one owner's objects. */
export interface AccessObjects {
  draft: string;
  complete: string;
  open: string;
  refused: string;
  provider: string;
  payer: string;
  user: string;
  invite: string;
  view: string;
  /** In review, with one row that needs a payer. */
  batch: string;
  /** Of planned checks. */
  rule: string;
  /** Of the inbox. */
  item: string;
  /** Of `complete`, and of `open`. */
  person: string;
  otherPerson: string;
  case: string;
  caseTask: string;
  callSheet: string;
  estimate: string;
  /** Handed over, and a claim that is stored with it. */
  deliveredEstimate: string;
  estimateClaim: string;
  networkRule: string;
}

export type Build = (objects: AccessObjects) => InjectOptions;

export const get =
  (path: (objects: AccessObjects) => string): Build =>
  (objects) => ({ method: 'GET', url: `/api/v1${path(objects)}` });
export const send =
  (method: 'POST' | 'PUT' | 'PATCH', path: (objects: AccessObjects) => string, payload: (objects: AccessObjects) => object): Build =>
  (objects) => ({ method, url: `/api/v1${path(objects)}`, payload: payload(objects) });
