/** Who is asked, in which order and in how many questions (product.md 11.3). Knows no clearinghouse by name. */
import type { Route } from '../inquiries/attempt.ts';

/** What one clearinghouse has of a payer, as far as it decides. */
export interface RouteFacts {
  clearinghouse: Route;
  /** Null: it cannot be asked there. */
  code: string | null;
  /** Its switch. */
  is_active: boolean;
  is_available: boolean;
  /** False: people at the clearinghouse ask, by phone. */
  is_electronic: boolean;
}

export interface AskablePayer {
  sources: readonly RouteFacts[];
  /** Clearinghouses in the order an admin gave them; null where none did. */
  route_order: readonly Route[] | null;
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
  /** Clearinghouses that can be reached, in the order in which they are asked unless an admin says otherwise. */
  configured: readonly Route[];
  serviceTypes: readonly string[];
  /** The provider's or the organization's override switch. */
  hasOverride: boolean;
  /** The platform's provider is configured. */
  hasPlatformProvider: boolean;
}

/** `routes` as the payer's admin ordered them; those nobody placed come after, as they are configured, and unknown ones last by name. */
export function inRouteOrder<T extends { clearinghouse: Route }>(
  routes: readonly T[],
  order: readonly Route[] | null,
  configured: readonly Route[],
): T[] {
  const places = [...new Set([...(order ?? []), ...configured])];
  const placeOf = ({ clearinghouse }: T) => (places.includes(clearinghouse) ? places.indexOf(clearinghouse) : places.length);
  return routes.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.clearinghouse < b.clearinghouse ? -1 : 1));
}

const canBeAsked = ({ is_active, is_available, code }: RouteFacts): boolean => is_active && is_available && code !== null;

/** The usable routes of a payer, the first to be asked first. */
export function routesOf(payer: Omit<AskablePayer, 'split_service_type'>, configured: readonly Route[]): RouteFacts[] {
  const usable = payer.sources.filter((source) => canBeAsked(source) && configured.includes(source.clearinghouse));
  return inRouteOrder(usable, payer.route_order, configured);
}

export function planQuestion({ payer, configured, serviceTypes, hasOverride, hasPlatformProvider }: QuestionFacts): PlannedQuestion {
  const usable = routesOf(payer, configured);
  const isSplit = payer.split_service_type && serviceTypes.length > 1;
  const parts = isSplit ? [...new Set(serviceTypes)].map((code) => [code]) : [[...serviceTypes]];
  return {
    parts: parts.map((codes) => ({ service_types: codes, routes: usable.map(({ clearinghouse }) => clearinghouse) })),
    isElectronic: usable[0]?.is_electronic ?? true,
    underPlatform: hasOverride && hasPlatformProvider,
  };
}
