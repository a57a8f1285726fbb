/** Keeps a shown case moving while one of its checks is still being asked. Stops when none is. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { caseKeys, fetchCase, fetchGrid } from './cases.queries.ts';

const LOOK_EVERY_MS = 4000;

/** Nobody asked for these looks, so they are marked as no activity, and they are silent about failures: the next may succeed. */
export function useLiveCase(id: string, isAsking: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isAsking) return undefined;
    const stopped = new AbortController();
    let isLooking = false;
    const look = async () => {
      if (document.hidden || isLooking) return;
      isLooking = true;
      const options = { background: true, signal: stopped.signal };
      const [newest, cells] = await Promise.allSettled([fetchCase(id, options), fetchGrid(id, options)]);
      isLooking = false;
      if (stopped.signal.aborted) return;
      if (cells.status === 'fulfilled') client.setQueryData(caseKeys.part(id, 'grid'), cells.value);
      if (newest.status === 'fulfilled') client.setQueryData(caseKeys.one(id), newest.value);
    };
    const timer = setInterval(() => void look(), LOOK_EVERY_MS);
    return () => {
      stopped.abort();
      clearInterval(timer);
    };
  }, [client, id, isAsking]);
}
