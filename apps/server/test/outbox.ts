/** Mail as it was delivered to the sandbox's mail server. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './test-app.ts';

export interface DeliveredMail {
  subject: string;
  text: string;
  html: string;
  links: string[];
}

/** The newest first, as soon as there are `count`; waits for the jobs that send them. */
export async function mailsTo(t: Pick<TestApp, 'sandboxUrl'>, address: string, count = 1): Promise<DeliveredMail[]> {
  const url = `${t.sandboxUrl}/outbox.json?to=${encodeURIComponent(address)}`;
  for (let attempt = 0; attempt < 150; attempt += 1) {
    const { mails } = (await (await fetch(url)).json()) as { mails: DeliveredMail[] };
    if (mails.length >= count) return mails;
    await sleep(100);
  }
  throw new Error(`fewer than ${count} mails were delivered`);
}

/** What follows `path` in a link of the mail: the secret, or ids and secret. */
export function linkOf(mail: DeliveredMail | undefined, path: string): string {
  const link = mail?.links.find((address) => address.includes(path));
  if (link === undefined) throw new Error('the mail has no such link');
  return link.slice(link.indexOf(path) + path.length);
}
