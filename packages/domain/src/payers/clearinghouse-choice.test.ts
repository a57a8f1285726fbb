import { expect, test } from 'vitest';
import { inRouteOrder, planQuestion, routesOf, type AskablePayer, type RouteFacts } from './clearinghouse-choice.ts';

const CONFIGURED = ['first', 'second', 'third'];
const source = (clearinghouse: string, over: Partial<RouteFacts> = {}): RouteFacts => ({
  clearinghouse,
  code: 'A1',
  is_active: true,
  is_available: true,
  is_electronic: true,
  ...over,
});
const payer = (sources: RouteFacts[], over: Partial<AskablePayer> = {}): AskablePayer => ({
  sources,
  route_order: null,
  split_service_type: false,
  ...over,
});
const names = (routes: readonly RouteFacts[]) => routes.map(({ clearinghouse }) => clearinghouse);

test('a payer is asked through its clearinghouses as they are configured, whatever the order of its rows', () => {
  expect(names(routesOf(payer([source('third'), source('first'), source('second')]), CONFIGURED))).toEqual(['first', 'second', 'third']);
});

test.each<[string, Partial<RouteFacts>]>([
  ['switched off', { is_active: false }],
  ['not available', { is_available: false }],
  ['without a code', { code: null }],
  ['not configured', { clearinghouse: 'gone' }],
])('a route that is %s is not asked', (_, over) => {
  expect(names(routesOf(payer([source('first', over), source('second')]), CONFIGURED))).toEqual(['second']);
});

test('an admin’s order comes first, and who was not placed follows as configured', () => {
  const sources = CONFIGURED.map((name) => source(name));

  expect(names(routesOf(payer(sources, { route_order: ['third'] }), CONFIGURED))).toEqual(['third', 'first', 'second']);
  expect(names(routesOf(payer(sources, { route_order: ['second', 'gone', 'first'] }), CONFIGURED))).toEqual(['second', 'first', 'third']);
});

test('clearinghouses that are not configured stand last, by name', () => {
  expect(names(inRouteOrder([source('z'), source('y'), source('second')], null, CONFIGURED))).toEqual(['second', 'y', 'z']);
});

const plan = (over: Partial<AskablePayer>, serviceTypes = ['30', 'MH'], hasOverride = false, hasPlatformProvider = true) =>
  planQuestion({
    payer: payer([source('first'), source('second')], over),
    configured: CONFIGURED,
    serviceTypes,
    hasOverride,
    hasPlatformProvider,
  });

test('service types go in one question unless the payer wants them apart', () => {
  expect(plan({}).parts).toEqual([{ service_types: ['30', 'MH'], routes: ['first', 'second'] }]);
  expect(plan({ split_service_type: true }).parts.map((part) => part.service_types)).toEqual([['30'], ['MH']]);
  expect(plan({ split_service_type: true }, ['30', '30', 'MH']).parts).toHaveLength(2);
});

test('a question without service types is still one question', () => {
  expect(plan({ split_service_type: true }, []).parts).toHaveLength(1);
});

test('a payer whose first route is worked by people is not electronic', () => {
  const byPeople = source('second', { is_electronic: false });

  expect(plan({ sources: [byPeople] }).isElectronic).toBe(false);
  expect(plan({ sources: [source('first'), byPeople] }).isElectronic).toBe(true);
  expect(plan({ sources: [source('first'), byPeople], route_order: ['second'] }).isElectronic).toBe(false);
});

test('a payer that nobody can be asked about has no routes', () => {
  expect(plan({ sources: [] })).toMatchObject({ parts: [{ routes: [] }], isElectronic: true });
});

test('the override counts only where the platform has a provider', () => {
  expect(plan({}, ['30'], true, true).underPlatform).toBe(true);
  expect(plan({}, ['30'], true, false).underPlatform).toBe(false);
  expect(plan({}, ['30'], false, true).underPlatform).toBe(false);
});
