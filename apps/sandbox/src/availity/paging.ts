/** Availity's paging: offset from 0, limit 1 to 50, and links to the neighbouring pages. */

import { AvailityRefusal } from './errors.ts';

interface Paging {
  offset: number;
  limit: number;
}

export function readPaging(query: URLSearchParams, usualLimit: number): Paging {
  const offset = Number(query.get('offset') ?? 0);
  const limit = query.has('limit') ? Number(query.get('limit')) : usualLimit;
  if (!Number.isInteger(offset) || offset < 0) refuse('offset', 'The offset must be 0 or more.');
  if (!Number.isInteger(limit) || limit < 0 || (query.has('limit') && (limit < 1 || limit > 50)))
    refuse('limit', 'The limit must be between 1 and 50.');
  return { offset, limit };
}

function refuse(field: string, errorMessage: string): never {
  throw new AvailityRefusal(400, 'Your request is not formed properly.', [{ field, errorMessage }]);
}

/** `counts` holds what goes beside the items. A link that does not exist is null. */
export function pageOf<T>(all: T[], { offset, limit }: Paging, url: string): { items: T[]; counts: Record<string, unknown> } {
  const items = all.slice(offset, offset + limit);
  const at = (start: number) => {
    const link = new URL(url);
    link.searchParams.set('offset', String(start));
    link.searchParams.set('limit', String(limit));
    return { href: link.href };
  };
  const last = limit > 0 ? Math.floor(Math.max(0, all.length - 1) / limit) * limit : 0;
  const links = {
    self: { href: url },
    first: at(0),
    last: at(last),
    next: offset + limit < all.length ? at(offset + limit) : null,
    prev: offset > 0 ? at(Math.max(0, offset - limit)) : null,
  };
  return { items, counts: { totalCount: all.length, count: items.length, offset, limit, links } };
}
