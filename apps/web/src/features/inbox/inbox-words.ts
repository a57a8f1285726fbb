import type { InboxItem } from '@coverlight/contract/inbox/inbox.contract.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { instantDayText } from '#ui/calendar-date.tsx';

/** Whom an item is about, in short. */
export const patientOf = ({ patient }: Pick<InboxItem, 'patient'>): string => (patient === '' ? 'This item' : patient);

/** It is about no patient: the budget of planned checks is used up (docs/product.md 19.6). */
export const isOfPlan = ({ person_id: personId, inquiry_id: inquiryId }: InboxItem): boolean => personId === null && inquiryId === null;

/** What stands beside the patient's name. */
export function itemFacts({
  birth_date: born,
  payer_name: payer,
  due_on: due,
  state,
  snoozed_until: until,
  resolution,
}: InboxItem): string[] {
  return [
    ...(born === null ? [] : [`born ${usDate(born)}`]),
    ...(payer === null ? [] : [payer]),
    ...(due === null ? [] : [`by ${usDate(due)}`]),
    ...(state === 'snoozed' && until !== null ? [`snoozed until ${instantDayText(until)}`] : []),
    ...(resolution === 'not_useful' ? ['was not useful'] : []),
  ];
}
