import { invalidRequest, noSuch } from './stripe-error.ts';
import type { List } from './wire-types.ts';

type Page = { limit?: number; starting_after?: string; ending_before?: string };
type Range = { gt?: number; gte?: number; lt?: number; lte?: number };

/** One page of `objects`, which come in the order of the list (newest first where the API says so). */
export function listPage<T extends { id: string }>(objects: readonly T[], page: Page, url: string): List<T> {
  const limit = page.limit ?? 10;
  if (limit < 1 || limit > 100) throw invalidRequest('Invalid limit: must be between 1 and 100', 'limit');
  if (page.starting_after !== undefined && page.ending_before !== undefined) {
    throw invalidRequest(
      'You may only specify one of these parameters: starting_after, ending_before.',
      'starting_after',
      'parameters_exclusive',
    );
  }
  if (page.ending_before !== undefined) {
    const before = objects.slice(0, placeOf(objects, page.ending_before, 'ending_before'));
    return { object: 'list', data: before.slice(-limit), has_more: before.length > limit, url };
  }
  const rest = page.starting_after === undefined ? objects : objects.slice(placeOf(objects, page.starting_after, 'starting_after') + 1);
  return { object: 'list', data: rest.slice(0, limit), has_more: rest.length > limit, url };
}

function placeOf(objects: readonly { id: string }[], id: string, param: string): number {
  const place = objects.findIndex((one) => one.id === id);
  if (place === -1) throw noSuch('object', id, param);
  return place;
}

export function newestFirst<T>(objects: Map<string, T>): T[] {
  return [...objects.values()].toReversed();
}

export function isInRange(value: number, range: Range | undefined): boolean {
  if (!range) return true;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return value > gt && value >= gte && value < lt && value <= lte;
}
