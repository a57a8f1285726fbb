import type { DirectoryFailure as Port } from '#ports/clearinghouse.ts';
import type { VendorReply } from './vendor-client.ts';

/** A payer directory that could not be read. The message names the technical reason only. */
export class DirectoryFailure extends Error implements Port {
  override readonly name = 'DirectoryFailure';
  readonly failure: Port['failure'];

  constructor(failure: Port['failure'], message: string) {
    super(message);
    this.failure = failure;
  }
}

/** What an answer that holds no directory says of it. */
export function directoryFailure(reply: VendorReply): DirectoryFailure {
  switch (reply.kind) {
    case 'reply':
      return new DirectoryFailure(failureOf(reply.status), `HTTP ${reply.status}`);
    case 'unavailable':
      return new DirectoryFailure(reply.came ?? 'refused', reply.reason);
    case 'uncertain':
    case 'unreachable':
      return new DirectoryFailure(reply.came ?? 'no-answer', reply.reason);
  }
}

/** What was answered below 500 is of our own request. */
const failureOf = (status: number): Port['failure'] => (status < 400 ? 'unreadable' : status < 500 ? 'refused' : 'error');
