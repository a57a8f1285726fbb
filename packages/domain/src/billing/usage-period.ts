/** Which period a completed inquiry belongs to, and for which moment an extra one is reported (product.md 14.1). */

export interface BillingPeriod {
  startsAt: Date;
  endsAt: Date;
}

/**
 * Begin of the period that an inquiry completed `at` counts for. `period` is the one known last: when its end has passed and the next
 * is not known yet, the next begins where it ended. Null: no period is known, and the calendar month counts.
 */
export function usagePeriodStart(period: BillingPeriod | null, at: Date): Date {
  if (period === null) return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
  let { startsAt, endsAt } = period;
  while (endsAt <= at) {
    startsAt = endsAt;
    endsAt = aMonthLater(endsAt);
  }
  return startsAt;
}

/** The same day of the next month, or its last day where that month is shorter. */
function aMonthLater(date: Date): Date {
  const later = new Date(date);
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + 1);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(date.getUTCDate(), lastDay));
  return later;
}

export interface ExtraUse {
  countedAt: Date;
  periodStartsAt: Date;
}

/**
 * The moment to report an extra use for, so that some invoice bills it. `current` is the running period; `isClosingOpen`: the invoice of
 * the period before it still takes uses in. A use that missed its own invoice is billed with the next one.
 */
export function momentToReport(use: ExtraUse, current: BillingPeriod | null, isClosingOpen: boolean, now: Date): Date {
  if (current === null) return use.countedAt;
  const isOver = use.periodStartsAt < current.startsAt;
  const latest = (...dates: Date[]) => new Date(Math.max(...dates.map((date) => date.getTime())));
  if (!isOver) return latest(use.countedAt, current.startsAt);
  const lastMoment = new Date(current.startsAt.getTime() - 1000);
  if (isClosingOpen) return use.countedAt < current.startsAt ? latest(use.countedAt, use.periodStartsAt) : lastMoment;
  return latest(now < current.endsAt ? now : current.startsAt, current.startsAt);
}
