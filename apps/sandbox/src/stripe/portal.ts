/** The customer portal: its configuration and its sessions. */
import { newId } from './identifiers.ts';
import type { StripeState } from './state.ts';
import type { PortalConfiguration } from './wire-types.ts';

/** How long a link may wait to be opened, and how long the opened page lives. */
export const linkSeconds = 300;
export const visitSeconds = 3600;

export function newConfiguration(state: StripeState, isDefault: boolean): PortalConfiguration {
  const configuration: PortalConfiguration = {
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: state.now(),
    default_return_url: null,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: true,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    is_default: isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: state.now(),
  };
  state.portalConfigurations.set(configuration.id, configuration);
  return configuration;
}

/** The one used where a session names none; made when first needed. */
export function defaultConfiguration(state: StripeState): PortalConfiguration {
  return [...state.portalConfigurations.values()].find((one) => one.is_default) ?? newConfiguration(state, true);
}
