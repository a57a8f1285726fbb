/** The words of the person's page. Knows no React. */
import type { PERSON_KEY_KINDS, PersonEvent, Policy, Proposal } from '@coverlight/contract/persons/persons.contract.ts';
import { seenStatus } from '@coverlight/domain/inquiries/coverage/seen-status.ts';
import type { StatusWords } from '@coverlight/domain/inquiries/coverage/status-tone.ts';
import type { StatusIcon, Tone } from '#ui/status-badge.tsx';

/** How many, with its noun: '1 check', '4 checks'. */
export const checksText = (count: number): string => (count === 1 ? '1 check' : `${count.toLocaleString('en-US')} checks`);

export const nameOf = ({ name }: { name: string }): string => (name === '' ? 'No name known' : name);

/** The check that a repeat starts from: what was answered last is known to work. Null: nothing was asked to the end. */
export const checkToRepeat = ({ latest, refused_since: refused }: Policy): string | null =>
  latest?.inquiry_id ?? refused?.inquiry_id ?? null;

/** What a plan's status amounts to now, as on every other screen; null where no answer is known. `zone`: whose days count (IANA). */
export function policyStatus({ latest }: Pick<Policy, 'latest'>, zone: string): Pick<StatusWords, 'tone' | 'label'> | null {
  if (latest === null) return null;
  const { is_expired: isExpired, answered_at: at, as_of: asOf, ...plan } = latest;
  return seenStatus(
    { ...plan, status: isExpired ? 'expired' : 'complete', created_at: at, as_of_date: asOf, may_be_somebody_else: false },
    zone,
  );
}

export const EVENT_BADGES: Readonly<Record<PersonEvent['kind'], { label: string; tone: Tone; icon: StatusIcon }>> = {
  check: { label: 'Check', tone: 'info', icon: 'check' },
  refused: { label: 'No answer', tone: 'danger', icon: 'cross' },
  change: { label: 'Changed', tone: 'warning', icon: 'change' },
  watch: { label: 'Ends soon', tone: 'warning', icon: 'clock' },
  call: { label: 'Call', tone: 'info', icon: 'info' },
  note: { label: 'Note', tone: 'neutral', icon: 'pencil' },
  task: { label: 'Task', tone: 'info', icon: 'pencil' },
  estimate: { label: 'Estimate', tone: 'info', icon: 'info' },
  appointment: { label: 'Appointment', tone: 'info', icon: 'clock' },
  merge: { label: 'Put in order', tone: 'neutral', icon: 'info' },
};

const KEY_WORDS: Readonly<Record<(typeof PERSON_KEY_KINDS)[number], string>> = {
  external: 'your patient number',
  id_dob_first: 'member ID, birth date and first name',
  id_dob: 'member ID and birth date',
  name_dob: 'name and birth date',
  initial_dob: 'last name, first letter of the first name and birth date',
  sound_dob: 'a name that sounds alike and birth date',
  id_name: 'member ID and name',
  id_last: 'member ID and last name',
  id_first: 'member ID and first name',
};

/** What two persons have in common: the values themselves stand beside it. */
export const matchWords = ({ kinds }: Pick<Proposal, 'kinds'>): string => `The same: ${kinds.map((kind) => KEY_WORDS[kind]).join('; ')}.`;
