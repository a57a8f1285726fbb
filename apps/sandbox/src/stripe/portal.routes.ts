import { route, type ApiRoute } from './api-route.ts';
import { newId } from './identifiers.ts';
import { listPage, newestFirst } from './lists.ts';
import {
  emptyable,
  filledText,
  flag,
  listOf,
  listParameters,
  mergeMetadata,
  metadata,
  group,
  oneOf,
  required,
  text,
  type Read,
} from './parameters.ts';
import { defaultConfiguration, linkSeconds, newConfiguration } from './portal.ts';
import { getStored, type StripeState } from './state.ts';
import { invalidRequest } from './stripe-error.ts';
import type { PortalConfiguration, PortalSession } from './wire-types.ts';

const enabledRule = group({ enabled: required(flag) });
const featuresRule = group({
  customer_update: group({ allowed_updates: emptyable(listOf(oneOf('address', 'email', 'name', 'phone'))), enabled: required(flag) }),
  invoice_history: enabledRule,
  payment_method_update: enabledRule,
  subscription_cancel: group({
    enabled: required(flag),
    mode: oneOf('at_period_end', 'immediately'),
    proration_behavior: oneOf('create_prorations', 'none', 'always_invoice'),
    cancellation_reason: group({ enabled: required(flag), options: emptyable(listOf(text)) }),
  }),
  // Plans are changed through the product, which knows which of them are still sold; so here it can only be off.
  subscription_update: group({ enabled: required(flag), default_allowed_updates: emptyable(listOf(text)) }),
});
const configurationShape = {
  business_profile: group({ headline: emptyable(text), privacy_policy_url: text, terms_of_service_url: text }),
  default_return_url: emptyable(text),
  metadata,
  name: emptyable(text),
};
const createShape = { ...configurationShape, features: required(featuresRule) };
type Settings = Read<typeof configurationShape> & { features?: Read<{ features: typeof featuresRule }>['features']; active?: boolean };

function setFeatures(features: PortalConfiguration['features'], asked: NonNullable<Settings['features']>): void {
  if (asked.subscription_update?.enabled) {
    throw invalidRequest('The sandbox portal does not change plans.', 'features[subscription_update][enabled]');
  }
  if (asked.customer_update) {
    const allowed = asked.customer_update.allowed_updates;
    features.customer_update = {
      enabled: asked.customer_update.enabled,
      allowed_updates: allowed === undefined ? features.customer_update.allowed_updates : allowed || [],
    };
  }
  features.invoice_history.enabled = asked.invoice_history?.enabled ?? features.invoice_history.enabled;
  features.payment_method_update.enabled = asked.payment_method_update?.enabled ?? features.payment_method_update.enabled;
  const cancel = asked.subscription_cancel;
  if (!cancel) return;
  features.subscription_cancel.enabled = cancel.enabled;
  features.subscription_cancel.mode = cancel.mode ?? features.subscription_cancel.mode;
  features.subscription_cancel.proration_behavior = cancel.proration_behavior ?? features.subscription_cancel.proration_behavior;
  if (cancel.cancellation_reason) features.subscription_cancel.cancellation_reason.enabled = cancel.cancellation_reason.enabled;
}

function setSettings(state: StripeState, configuration: PortalConfiguration, settings: Settings): void {
  if (settings.features) setFeatures(configuration.features, settings.features);
  const profile = settings.business_profile;
  if (profile?.headline !== undefined) configuration.business_profile.headline = profile.headline || null;
  if (profile?.privacy_policy_url !== undefined) configuration.business_profile.privacy_policy_url = profile.privacy_policy_url || null;
  if (profile?.terms_of_service_url !== undefined)
    configuration.business_profile.terms_of_service_url = profile.terms_of_service_url || null;
  if (settings.default_return_url !== undefined) configuration.default_return_url = settings.default_return_url || null;
  if (settings.name !== undefined) configuration.name = settings.name || null;
  if (settings.active !== undefined) configuration.active = settings.active;
  configuration.metadata = mergeMetadata(configuration.metadata, settings.metadata);
  configuration.updated = state.now();
}

const sessionShape = {
  configuration: filledText,
  customer: required(filledText),
  flow_data: group({
    type: required(oneOf('payment_method_update', 'subscription_cancel')),
    after_completion: group({
      type: required(oneOf('portal_homepage', 'redirect', 'hosted_confirmation')),
      redirect: group({ return_url: required(filledText) }),
      hosted_confirmation: group({ custom_message: text }),
    }),
    subscription_cancel: group({ subscription: required(filledText) }),
  }),
  // The page speaks English only.
  locale: oneOf('auto', 'en'),
  return_url: filledText,
};

function flowOf(asked: Read<typeof sessionShape>['flow_data']): PortalSession['flow'] {
  if (!asked) return null;
  const after = asked.after_completion;
  if (asked.type === 'subscription_cancel' && !asked.subscription_cancel) {
    throw invalidRequest('Missing required param: flow_data[subscription_cancel].', 'flow_data[subscription_cancel]', 'parameter_missing');
  }
  if (after?.type === 'redirect' && !after.redirect) {
    throw invalidRequest(
      'Missing required param: flow_data[after_completion][redirect].',
      'flow_data[after_completion][redirect]',
      'parameter_missing',
    );
  }
  return {
    after_completion: {
      type: after?.type ?? 'portal_homepage',
      redirect: after?.redirect ?? null,
      hosted_confirmation: after?.hosted_confirmation ? { custom_message: after.hosted_confirmation.custom_message ?? null } : null,
    },
    customer_update: null,
    subscription_cancel: asked.subscription_cancel ? { retention: null, subscription: asked.subscription_cancel.subscription } : null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type: asked.type,
  };
}

function createSession(state: StripeState, params: Read<typeof sessionShape>): PortalSession {
  getStored(state.customers, params.customer, 'customer', 'customer');
  const cancelled = params.flow_data?.subscription_cancel?.subscription;
  if (
    cancelled !== undefined &&
    getStored(state.subscriptions, cancelled, 'subscription', 'flow_data').object.customer !== params.customer
  ) {
    throw invalidRequest('The subscription belongs to another customer.', 'flow_data[subscription_cancel][subscription]');
  }
  const configuration =
    params.configuration === undefined
      ? defaultConfiguration(state)
      : getStored(state.portalConfigurations, params.configuration, 'configuration', 'configuration');
  const secret = newId('test', 40);
  const session: PortalSession = {
    id: newId('bps'),
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: state.now(),
    customer: params.customer,
    customer_account: null,
    flow: flowOf(params.flow_data),
    livemode: false,
    locale: params.locale ?? null,
    on_behalf_of: null,
    return_url: params.return_url ?? configuration.default_return_url,
    url: `${state.publicUrl()}/portal/${secret}`,
  };
  state.portals.set(secret, { session, secret, cookie: undefined, openUntil: state.now() + linkSeconds });
  // No event: it would carry the link, which is a key to the account.
  return session;
}

export function portalRoutes(state: StripeState): ApiRoute[] {
  return [
    route('POST', '/v1/billing_portal/sessions', sessionShape, (params) => createSession(state, params)),
    route('POST', '/v1/billing_portal/configurations', createShape, (params) => {
      setFeatures(structuredClone(defaultConfiguration(state).features), params.features);
      const configuration = newConfiguration(state, false);
      setSettings(state, configuration, params);
      state.emit('billing_portal.configuration.created', configuration);
      return configuration;
    }),
    route('GET', '/v1/billing_portal/configurations', { ...listParameters, active: flag, is_default: flag }, (params) => {
      const found = newestFirst(state.portalConfigurations).filter(
        (one) =>
          (params.active === undefined || one.active === params.active) &&
          (params.is_default === undefined || one.is_default === params.is_default),
      );
      return listPage(found, params, '/v1/billing_portal/configurations');
    }),
  ];
}
