/** Keeps shown batches moving while anything of them is under way (docs/product.md 2.18). Stops when nothing is. */
import type { Batch } from '@coverlight/contract/batches/batch.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { batchKeys, fetchBatch, fetchBatchPage, fetchRowPage, type ListQuery, type RowsQuery } from './batches.queries.ts';

const LOOK_EVERY_MS = 3000;

export const isMoving = ({ state, counts }: Pick<Batch, 'state' | 'counts'>): boolean =>
  state === 'reading' || state === 'sending' || (counts.asking ?? 0) > 0;

/** `subject` names what is looked at: a look at something else that is still under way is let go. '' is nothing. */
function useLooks(isOn: boolean, subject: string, look: (options: { background: true; signal: AbortSignal }) => Promise<void>): void {
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  });
  useEffect(() => {
    if (!isOn || subject === '') return undefined;
    const stopped = new AbortController();
    let isLooking = false;
    const lookOnce = async () => {
      if (document.hidden || isLooking) return;
      isLooking = true;
      await latest.current({ background: true, signal: stopped.signal });
      isLooking = false;
    };
    const timer = setInterval(() => void lookOnce(), LOOK_EVERY_MS);
    const onVisible = () => void lookOnce();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      stopped.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [isOn, subject]);
}

/** Nobody asked for these looks, so they are marked as no activity, and they are silent about failures: the next may succeed. */
export function useLiveBatch(batch: Batch, query: RowsQuery | null): void {
  const client = useQueryClient();
  const { id } = batch;
  useLooks(isMoving(batch), `${id} ${JSON.stringify(query)}`, async (options) => {
    const [page, seen] = await Promise.allSettled([query === null ? null : fetchRowPage(id, query, options), fetchBatch(id, options)]);
    if (options.signal.aborted) return;
    if (page.status === 'fulfilled' && page.value !== null && query !== null) client.setQueryData(batchKeys.rows(id, query), page.value);
    if (seen.status === 'fulfilled') client.setQueryData(batchKeys.one(id), seen.value);
  });
}

export function useLiveBatches(query: ListQuery, isOn: boolean): void {
  const client = useQueryClient();
  useLooks(isOn, JSON.stringify(query), async (options) => {
    const [page] = await Promise.allSettled([fetchBatchPage(query, options)]);
    if (!options.signal.aborted && page.status === 'fulfilled') client.setQueryData(batchKeys.list(query), page.value);
  });
}
