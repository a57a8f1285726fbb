/** Mail that was delivered to the sandbox: the newest first, a thousand at most. */

export interface Mail {
  id: string;
  /** As the sender made it; '' where it made none. */
  message_id: string;
  received_at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** Every http(s) address in the text and the markup, once. */
  links: string[];
}

export interface Outbox {
  add(mail: Omit<Mail, 'id' | 'links'>): void;
  /** Newest first; only those to `to` where it is given, compared without case. */
  list(to: string | null): Mail[];
  clear(): void;
}

const KEPT_MAILS = 1000;

export function createOutbox(): Outbox {
  let mails: Mail[] = [];
  let lastId = 0;
  return {
    add(mail) {
      lastId += 1;
      mails = [{ id: String(lastId), ...mail, links: linksOf(`${mail.text}\n${mail.html}`) }, ...mails].slice(0, KEPT_MAILS);
    },
    list: (to) => (to === null ? mails : mails.filter((mail) => mail.to.some((address) => address.toLowerCase() === to.toLowerCase()))),
    clear() {
      mails = [];
    },
  };
}

function linksOf(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s"'<>)]+/g) ?? [];
  return [...new Set(found.map((link) => link.replaceAll('&amp;', '&').replace(/[.,]$/, '')))];
}
