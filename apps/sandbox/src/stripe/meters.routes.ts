import { route, type ApiRoute } from './api-route.ts';
import { daySeconds, hourSeconds } from './calendar.ts';
import { newId } from './identifiers.ts';
import { refreshOpenUsage } from './invoice-usage.ts';
import { listPage, newestFirst } from './lists.ts';
import { usageOf } from './meters.ts';
import { filledText, integer, listParameters, metadata, group, oneOf, required } from './parameters.ts';
import { getStored, type StripeState } from './state.ts';
import { invalidRequest, StripeError } from './stripe-error.ts';
import type { Meter, MeterEvent, MeterEventSummary } from './wire-types.ts';

const meterShape = {
  default_aggregation: required(group({ formula: required(oneOf('sum', 'count', 'last')) })),
  display_name: required(filledText),
  event_name: required(filledText),
  customer_mapping: group({ event_payload_key: required(filledText), type: required(oneOf('by_id')) }),
  event_time_window: oneOf('day', 'hour'),
  value_settings: group({ event_payload_key: required(filledText) }),
};
const maxAgeSeconds = 35 * daySeconds;
const maxAheadSeconds = 300;

function activeMeter(state: StripeState, eventName: string): Meter | undefined {
  return [...state.meters.values()].find((meter) => meter.event_name === eventName && meter.status === 'active');
}

function checkMoment(timestamp: number, now: number): void {
  if (timestamp < now - maxAgeSeconds) {
    throw invalidRequest('The timestamp must be within the past 35 calendar days.', 'timestamp', 'timestamp_too_far_in_past');
  }
  if (timestamp > now + maxAheadSeconds) {
    throw invalidRequest('The timestamp must not be more than 5 minutes in the future.', 'timestamp', 'timestamp_in_future');
  }
}

function checkPayload(state: StripeState, meter: Meter, payload: Record<string, string>): void {
  const customerKey = meter.customer_mapping.event_payload_key;
  const customer = payload[customerKey];
  if (customer === undefined)
    throw invalidRequest(`The payload must hold the key ${customerKey}.`, `payload[${customerKey}]`, 'meter_event_no_customer_defined');
  getStored(state.customers, customer, 'customer', `payload[${customerKey}]`);
  const valueKey = meter.value_settings.event_payload_key;
  const value = payload[valueKey];
  if (value === undefined && meter.default_aggregation.formula === 'count') return;
  if (value === undefined || !/^\d{1,15}$/.test(value)) {
    throw invalidRequest(`The payload must hold a whole number under ${valueKey}.`, `payload[${valueKey}]`, 'meter_event_invalid_value');
  }
}

const eventShape = { event_name: required(filledText), payload: required(metadata), identifier: filledText, timestamp: integer };

function recordUsage(
  state: StripeState,
  params: { event_name: string; payload: Record<string, string>; identifier?: string; timestamp?: number },
): MeterEvent {
  const meter = activeMeter(state, params.event_name);
  if (!meter) throw invalidRequest(`No active meter found for event name ${params.event_name}.`, 'event_name', 'no_meter');
  const timestamp = params.timestamp ?? state.now();
  checkMoment(timestamp, state.now());
  checkPayload(state, meter, params.payload);
  const known = state.meterEvents.get(meter.event_name) ?? { list: [], identifiers: new Set() };
  const identifier = params.identifier ?? newId('mtr_event');
  // The real service keeps identifiers for at least 24 hours; keeping them for good finds more doubled reports.
  if (known.identifiers.has(identifier)) {
    throw new StripeError(400, `An event already exists with identifier ${identifier}.`, {
      code: 'duplicate_meter_event',
      param: 'identifier',
    });
  }
  const event: MeterEvent = {
    object: 'billing.meter_event',
    created: state.now(),
    event_name: meter.event_name,
    identifier,
    livemode: false,
    payload: params.payload,
    timestamp,
  };
  known.identifiers.add(identifier);
  known.list.push(event);
  state.meterEvents.set(meter.event_name, known);
  refreshOpenUsage(state, params.payload[meter.customer_mapping.event_payload_key] ?? '');
  return event;
}

function summaries(
  state: StripeState,
  meter: Meter,
  params: { customer: string; start_time: number; end_time: number; value_grouping_window?: 'day' | 'hour' },
): MeterEventSummary[] {
  const { customer, start_time: start, end_time: end, value_grouping_window: window } = params;
  const step = window === undefined ? end - start : window === 'day' ? daySeconds : hourSeconds;
  const unit = window === undefined ? 60 : step;
  for (const [name, value] of Object.entries({ start_time: start, end_time: end })) {
    if (value % unit !== 0) throw invalidRequest(`${name} must be aligned with ${window ?? 'minute'} boundaries.`, name);
  }
  if (end <= start) throw invalidRequest('end_time must be after start_time.', 'end_time');
  const found: MeterEventSummary[] = [];
  for (let from = start; from < end; from += step) {
    found.push({
      id: newId('mtrusg'),
      object: 'billing.meter_event_summary',
      aggregated_value: Number(usageOf(state, meter, customer, { from, to: from + step })),
      end_time: from + step,
      livemode: false,
      meter: meter.id,
      start_time: from,
    });
  }
  return found.toReversed();
}

function createMeter(
  state: StripeState,
  params: { event_name: string; display_name: string } & Pick<Meter, 'default_aggregation'> &
    Partial<Pick<Meter, 'customer_mapping' | 'event_time_window' | 'value_settings'>>,
): Meter {
  if (activeMeter(state, params.event_name)) {
    throw invalidRequest('An active meter already exists with this event name.', 'event_name', 'resource_already_exists');
  }
  const meter: Meter = {
    id: newId('mtr'),
    object: 'billing.meter',
    created: state.now(),
    customer_mapping: params.customer_mapping ?? { event_payload_key: 'stripe_customer_id', type: 'by_id' },
    default_aggregation: params.default_aggregation,
    display_name: params.display_name,
    event_name: params.event_name,
    event_time_window: params.event_time_window ?? null,
    livemode: false,
    status: 'active',
    status_transitions: { deactivated_at: null },
    updated: state.now(),
    value_settings: params.value_settings ?? { event_payload_key: 'value' },
  };
  state.meters.set(meter.id, meter);
  state.emit('billing.meter.created', meter);
  return meter;
}

export function meterRoutes(state: StripeState): ApiRoute[] {
  return [
    route('POST', '/v1/billing/meters', meterShape, (params) => createMeter(state, params)),
    route('GET', '/v1/billing/meters', { ...listParameters, status: oneOf('active', 'inactive') }, (params) => {
      const found = newestFirst(state.meters).filter((meter) => params.status === undefined || meter.status === params.status);
      return listPage(found, params, '/v1/billing/meters');
    }),
    route(
      'GET',
      '/v1/billing/meters/:id/event_summaries',
      {
        ...listParameters,
        customer: required(filledText),
        start_time: required(integer),
        end_time: required(integer),
        value_grouping_window: oneOf('day', 'hour'),
      },
      (params, id) => {
        const meter = getStored(state.meters, id, 'meter');
        getStored(state.customers, params.customer, 'customer', 'customer');
        return listPage(summaries(state, meter, params), params, `/v1/billing/meters/${id}/event_summaries`);
      },
    ),
    route('POST', '/v1/billing/meter_events', eventShape, (params) => recordUsage(state, params)),
  ];
}
