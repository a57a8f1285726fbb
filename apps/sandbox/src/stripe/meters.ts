/** Usage by meter: what an invoice and a summary count. */
import type { StripeState } from './state.ts';
import type { Meter } from './wire-types.ts';

/** Usage of one customer with `from` <= timestamp < `to`. */
export function usageOf(state: StripeState, meter: Meter, customer: string, range: { from: number; to: number }): bigint {
  const own = (state.meterEvents.get(meter.event_name)?.list ?? []).filter(
    (event) =>
      event.payload[meter.customer_mapping.event_payload_key] === customer && event.timestamp >= range.from && event.timestamp < range.to,
  );
  if (meter.default_aggregation.formula === 'count') return BigInt(own.length);
  const values = own.map((event) => BigInt(event.payload[meter.value_settings.event_payload_key] ?? '0'));
  return meter.default_aggregation.formula === 'last' ? (values.at(-1) ?? 0n) : values.reduce((a, b) => a + b, 0n);
}
