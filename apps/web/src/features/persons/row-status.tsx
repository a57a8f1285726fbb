import type { PersonRow } from '@coverlight/contract/persons/persons.contract.ts';
import { browserZone } from '#ui/calendar-date.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { policyStatus } from './person-words.ts';

/** What the newest answer says, as far as it may be read now. */
export function RowStatus({ row }: { row: PersonRow }) {
  const seen = policyStatus(row, browserZone());
  return seen ? <StatusBadge tone={seen.tone}>{seen.label}</StatusBadge> : 'no answer yet';
}
