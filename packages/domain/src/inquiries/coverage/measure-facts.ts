/** Amounts on lines that have no place for them, kept as labelled facts. */
import { amountText, limitText } from './amounts.ts';
import type { readMeasures } from './line-facts.ts';
import type { AnswerFact } from './payer-answer.ts';

const withPeriod = (label: string, period: string | null) => (period === null ? label : `${label} (${period})`);

export function leftoverMeasures(measures: ReturnType<typeof readMeasures>): AnswerFact[] {
  const { amount, unit, period, total, total_period: totalPeriod, remaining, remaining_period: remainingPeriod, facts } = measures;
  return [
    ...(amount === null
      ? []
      : [{ label: withPeriod(unit === 'percent' ? 'Percent' : 'Amount', period), value: amountText({ amount, unit }) }]),
    ...(amount === null && period !== null ? [{ label: 'Period', value: period }] : []),
    ...(total === null ? [] : [{ label: withPeriod('Total', totalPeriod), value: limitText(total) }]),
    ...(remaining === null ? [] : [{ label: withPeriod('Remaining', remainingPeriod), value: limitText(remaining) }]),
    ...facts,
  ];
}
