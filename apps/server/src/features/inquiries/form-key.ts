/** What a browser keeps of a form over a reload is readable only while the session lasts that gives the key (product.md 2.8). */
import { createHmac } from 'node:crypto';

/** 32 bytes in base64. A session that has ended gives none any more, and no later one has its id. */
export const formKeyOf = (dataKey: Buffer, sessionId: string): string =>
  createHmac('sha256', dataKey).update(`typed form ${sessionId}`).digest('base64');
