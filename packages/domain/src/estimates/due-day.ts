/** Until when a Good Faith Estimate is to be handed over (product.md 20.7; 45 CFR 149.610). Days are those of the practice's zone. */
import { usDate } from '../inquiries/calendar-day.ts';
import { addBusinessDays, businessDayBefore, businessDayFrom, isAtLeastAhead } from './business-days.ts';

export interface DueInput {
  scheduledOn: string | null;
  serviceOn: string | null;
  requestedOn: string | null;
  /** It stands in the place of one that was handed over. */
  isReplacement: boolean;
}

export interface Due {
  day: string;
  words: string;
}

function ofScheduling(scheduledOn: string, serviceOn: string): Due | null {
  if (isAtLeastAhead(scheduledOn, serviceOn, 10)) {
    const day = addBusinessDays(scheduledOn, 3);
    return { day, words: `Scheduled 10 or more business days ahead on ${usDate(scheduledOn)}: within 3 business days.` };
  }
  if (isAtLeastAhead(scheduledOn, serviceOn, 3)) {
    const day = addBusinessDays(scheduledOn, 1);
    return { day, words: `Scheduled 3 or more business days ahead on ${usDate(scheduledOn)}: within 1 business day.` };
  }
  return null;
}

/** The earliest day that any rule gives; null: none is laid down. */
export function estimateDue({ scheduledOn, serviceOn, requestedOn, isReplacement }: DueInput): Due | null {
  const dues = [
    isReplacement && serviceOn !== null
      ? {
          day: businessDayBefore(businessDayFrom(serviceOn)),
          words: 'It changes one that was handed over: 1 business day before the service.',
        }
      : null,
    !isReplacement && scheduledOn !== null && serviceOn !== null ? ofScheduling(scheduledOn, serviceOn) : null,
    requestedOn === null
      ? null
      : { day: addBusinessDays(requestedOn, 3), words: `Asked for on ${usDate(requestedOn)}: within 3 business days.` },
  ];
  return dues.filter((due) => due !== null).toSorted((a, b) => (a.day < b.day ? -1 : 1))[0] ?? null;
}
