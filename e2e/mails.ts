/** What the product's mail server of the sandbox delivered. */
import { expect, request } from '@playwright/test';
import { productUrl, sandboxUrl } from './product.ts';

interface Mail {
  to: string[];
  subject: string;
  text: string;
  links: string[];
}
/** The outbox is filled by a job, which another test may keep busy. */
const DELIVERY_MS = 20_000;

export async function mailsTo(address: string): Promise<Mail[]> {
  const context = await request.newContext();
  const reply = await context.get(`${sandboxUrl()}/outbox.json`);
  const { mails } = (await reply.json()) as { mails: Mail[] };
  await context.dispose();
  return mails.filter((mail) => mail.to.some((to) => to.toLowerCase() === address.toLowerCase()));
}

/** The newest mail to `address` whose subject holds `subject`, once it was delivered. */
export async function mailTo(address: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect(async () => {
    found = (await mailsTo(address)).find((mail) => subject.test(mail.subject));
    expect(found, `a mail to ${address} about ${subject.source}`).toBeDefined();
  }).toPass({ timeout: DELIVERY_MS });
  if (!found) throw new Error('No mail was delivered.');
  return found;
}

/** The path that the mail's link to the product leads to. */
export async function linkTo(address: string, subject: RegExp): Promise<string> {
  const { links } = await mailTo(address, subject);
  const link = links.find((one) => one.startsWith(productUrl()));
  if (link === undefined) throw new Error('The mail has no link to the product.');
  return link.slice(productUrl().length);
}
