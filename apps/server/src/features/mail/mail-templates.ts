/** The words of every mail. No patient data; a name that people typed stands as plain text only (product.md 13.9). */

export const MAIL_KINDS = [
  'invite',
  'password-reset',
  'password-was-reset',
  'password-changed',
  'email-approve',
  'email-confirm',
  'email-undo',
  'second-factor-removed',
  'welcome',
  'no-subscription',
  'payment-failed',
  'access-ended',
  'case-mention',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** What a text speaks of, beside the secret of its link. */
export interface MailFacts {
  organization_name?: string;
  /** Who invited or asked. */
  person_name?: string;
  user_id?: string;
  new_email?: string;
  /** What is to be paid, since when, and until when access goes on, in words. */
  owed?: string;
  owed_since?: string;
  access_ends?: string;
  case_id?: string;
  /** Link whose hour begins when the mail has left. */
  link_id?: string;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

interface Template {
  subject: string;
  paragraphs: string[];
  /** Path of the link and the words of its button. */
  link?: { path: string; label: string };
}

type Write = (facts: MailFacts, secret: string) => Template;

const TEMPLATES: Readonly<Record<MailKind, Write>> = {
  invite: ({ organization_name: organization, person_name: person }, code) => ({
    subject: `You are invited to ${organization ?? 'Coverlight'} on Coverlight`,
    paragraphs: [
      `${person ?? 'A colleague'} invites you to join ${organization ?? 'an organization'} on Coverlight, where practices check insurance eligibility and benefits.`,
      'The link works once and for 14 days. If you did not expect this invitation, you can ignore it.',
    ],
    link: { path: `/register/${code}`, label: 'Accept the invitation' },
  }),
  'password-reset': ({ user_id: userId }, token) => ({
    subject: 'Set a new password for Coverlight',
    paragraphs: [
      'Somebody asked for a new password for your Coverlight account. The link works once and for one hour.',
      'If it was not you, you can ignore this message: your password stays as it is.',
    ],
    link: { path: `/password-reset/${userId ?? ''}/${token}`, label: 'Set a new password' },
  }),
  'password-was-reset': () => ({
    subject: 'Your Coverlight password has been reset',
    paragraphs: ['The password of your Coverlight account was just reset through a link sent to this address. All sessions were ended.'],
  }),
  'password-changed': () => ({
    subject: 'Your Coverlight password has been changed',
    paragraphs: ['The password of your Coverlight account was just changed in your settings. Your other sessions were ended.'],
  }),
  'email-approve': ({ new_email: newEmail }, token) => ({
    subject: 'Do you agree to a new email address for Coverlight?',
    paragraphs: [
      `A manager of your organization wants the sign-in address of your Coverlight account to become ${newEmail ?? 'another address'}.`,
      'Nothing changes unless you open the link and press the button; the link works for 7 days. If you do not agree, you can ignore this message.',
    ],
    link: { path: `/email/approve/${token}`, label: 'Agree to the new address' },
  }),
  'email-confirm': (_facts, token) => ({
    subject: 'Confirm your new email address for Coverlight',
    paragraphs: [
      'This address is to become the sign-in address of a Coverlight account. Please open the link and press the button to confirm; the link works for one day.',
      'If you know nothing of this, you can ignore this message.',
    ],
    link: { path: `/email/confirm/${token}`, label: 'Confirm this address' },
  }),
  'email-undo': ({ new_email: newEmail }, token) => ({
    subject: 'The email address of your Coverlight account is being changed',
    paragraphs: [
      `The sign-in address of your Coverlight account is being changed to ${newEmail ?? 'another address'}.`,
      'If it was not you, open the link and press the button within 7 days: the account then keeps this address, and all its sessions end.',
    ],
    link: { path: `/email/undo/${token}`, label: 'Keep this address' },
  }),
  'second-factor-removed': () => ({
    subject: 'A second factor of your Coverlight account was removed',
    paragraphs: [
      'A second factor (an authenticator app, a passkey or all of them) was just removed from your Coverlight account. You can add a new one in your settings.',
    ],
  }),
  welcome: ({ organization_name: organization }) => ({
    subject: 'Welcome to Coverlight',
    paragraphs: [
      `Your account at ${organization ?? 'your organization'} is ready. Sign in with this address to check eligibility and benefits.`,
      'Answers come from the insurers and can change: please verify them before you rely on them.',
    ],
    link: { path: '/inquiries', label: 'Open Coverlight' },
  }),
  'no-subscription': ({ organization_name: organization, person_name: person }) => ({
    subject: 'Your organization has no active subscription',
    paragraphs: [
      `${person ?? 'Somebody'} of ${organization ?? 'your organization'} would like to use Coverlight, but there is no active subscription.`,
      'As a manager you can choose a plan.',
    ],
    link: { path: '/organization/settings/plan', label: 'Choose a plan' },
  }),
  'payment-failed': ({ organization_name: organization, owed, owed_since: since, access_ends: ends }) => ({
    subject: 'A payment for Coverlight has failed',
    paragraphs: [
      `The last payment for the subscription of ${organization ?? 'your organization'} did not go through. It is tried again.`,
      ...debt(owed, since),
      `Access goes on ${ends === undefined ? 'for a while' : `until ${ends}`}. As a manager you can pay the open invoice or update the payment method.`,
    ],
    link: { path: '/organization/settings/plan', label: 'Pay or update the payment method' },
  }),
  'access-ended': ({ organization_name: organization, owed, owed_since: since }) => ({
    subject: 'Access to Coverlight has ended',
    paragraphs: [
      `The subscription of ${organization ?? 'your organization'} gives no access any more: nobody can send inquiries. What was asked before is kept.`,
      ...debt(owed, since),
      owed === undefined ? 'As a manager you can choose a plan.' : 'Once the open invoice is paid, everything works as before.',
    ],
    link: { path: '/organization/settings/plan', label: owed === undefined ? 'Choose a plan' : 'Pay the open invoice' },
  }),
  // Neither the patient nor what was written leaves with a mail.
  'case-mention': ({ case_id: id }) => ({
    subject: 'You are mentioned in a case on Coverlight',
    paragraphs: ['A colleague mentions you in a note of a case. Please sign in to read it.'],
    link: { path: `/cases/${id ?? ''}`, label: 'Open the case' },
  }),
};

/** Nothing where the amount is not known. */
const debt = (owed: string | undefined, since: string | undefined): string[] =>
  owed === undefined ? [] : [`${owed} is owed${since === undefined ? '' : ` since ${since}`}.`];

const SECURITY_KINDS: readonly MailKind[] = ['password-was-reset', 'password-changed', 'second-factor-removed'];

export function renderMail(
  kind: MailKind,
  facts: MailFacts,
  secret: string,
  site: { publicUrl: string; supportEmail: string },
): RenderedMail {
  const template = TEMPLATES[kind](tamed(facts), secret);
  const support = SECURITY_KINDS.includes(kind)
    ? `If it was not you, please write to ${site.supportEmail} at once.`
    : `Questions? Write to ${site.supportEmail}.`;
  const url = template.link === undefined ? null : `${site.publicUrl.replace(/\/$/, '')}${template.link.path}`;
  const lines = [...template.paragraphs, ...(url === null ? [] : [`${template.link?.label ?? ''}:\n${url}`]), support, 'Coverlight'];
  const button =
    url === null
      ? ''
      : `<p style="margin:24px 0"><a href="${escape(url)}" style="background:#0b6e75;color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none">${escape(template.link?.label ?? '')}</a></p><p style="font-size:13px;color:#495057">Or copy this address: ${escape(url)}</p>`;
  const body = template.paragraphs.map((paragraph) => `<p>${escape(paragraph)}</p>`).join('');
  return {
    subject: template.subject,
    text: `${lines.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(template.subject)}</title></head><body style="font-family:Arial,sans-serif;font-size:16px;color:#212529;max-width:560px;margin:0 auto;padding:24px">${body}${button}<p style="font-size:13px;color:#495057">${escape(support)}</p><p style="font-size:13px;color:#495057">Coverlight</p></body></html>`,
  };
}

/** A name cannot carry a link into a mail of ours: mail programs make one of any address, and of a domain alone. */
function tamed(facts: MailFacts): MailFacts {
  const tame = (value: string) =>
    value
      .replaceAll('://', ' ')
      .replaceAll(/\.(?=[\p{L}\p{N}])/gu, '. ')
      .slice(0, 150);
  const { organization_name: organization, person_name: person } = facts;
  return {
    ...facts,
    ...(organization === undefined ? {} : { organization_name: tame(organization) }),
    ...(person === undefined ? {} : { person_name: tame(person) }),
  };
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
