/** Who is asked, in which order and in how many questions (product.md 11.3). */
import type { Route } from '../inquiries/attempt.ts';

/** The flags of a payer that decide. A route needs its switch on, the payer available there, and a code. */
export interface AskablePayer {
  code: string | null;
  is_active: boolean;
  is_available: boolean;
  pverify_code: string | null;
  pverify_is_active: boolean;
  pverify_is_available: boolean;
  /** False: pVerify's staff asks by phone. */
  pverify_is_electronic: boolean;
  split_service_type: boolean;
}

/** One question to one payer. */
export interface PlannedPart {
  service_types: string[];
  /** In order of preference; empty where nobody can be asked. */
  routes: Route[];
}

export interface PlannedQuestion {
  /** At least one. */
  parts: PlannedPart[];
  /** False where people work the question by phone, which takes days. */
  isElectronic: boolean;
  /** Asked under the platform's own provider. */
  underPlatform: boolean;
}

export interface QuestionFacts {
  payer: AskablePayer;
  serviceTypes: readonly string[];
  /** The provider's or the organization's override switch. */
  hasOverride: boolean;
  /** The platform's provider is configured. */
  hasPlatformProvider: boolean;
}

export function routesOf(payer: AskablePayer): Route[] {
  const routes: Route[] = [];
  if (payer.is_active && payer.is_available && payer.code !== null) routes.push('availity');
  if (payer.pverify_is_active && payer.pverify_is_available && payer.pverify_code !== null) routes.push('pVerify');
  return routes;
}

export function planQuestion({ payer, serviceTypes, hasOverride, hasPlatformProvider }: QuestionFacts): PlannedQuestion {
  const routes = routesOf(payer);
  const isSplit = payer.split_service_type && serviceTypes.length > 1;
  const parts = isSplit ? [...new Set(serviceTypes)].map((code) => [code]) : [[...serviceTypes]];
  return {
    parts: parts.map((codes) => ({ service_types: codes, routes: [...routes] })),
    isElectronic: routes[0] !== 'pVerify' || payer.pverify_is_electronic,
    underPlatform: hasOverride && hasPlatformProvider,
  };
}
