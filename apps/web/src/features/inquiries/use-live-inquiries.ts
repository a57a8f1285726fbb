/** Keeps a shown page of inquiries moving while one of them is still being asked (docs/product.md 2.11). Stops when none is. */
import { isOpen } from '@coverlight/domain/inquiries/inquiry-status.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchAttention, fetchInquiryPage, inquiryKeys, type InquiryPage } from './inquiries.queries.ts';
import type { ListQuery } from './list-filters.ts';

const LOOK_EVERY_MS = 3000;

/** Nobody asked for these looks, so they are marked as no activity, and they are silent about failures: the next may succeed. */
export function useLiveInquiries(query: ListQuery, page: InquiryPage | undefined): void {
  const client = useQueryClient();
  const hasOpen = page?.rows.some((row) => isOpen(row.status)) ?? false;
  const key = JSON.stringify(query);
  useEffect(() => {
    if (!hasOpen) return undefined;
    const stopped = new AbortController();
    const asked = JSON.parse(key) as ListQuery;
    let isLooking = false;
    const look = async () => {
      if (document.hidden || isLooking) return;
      isLooking = true;
      const options = { background: true, signal: stopped.signal };
      const [rows, attention] = await Promise.allSettled([fetchInquiryPage(asked, options), fetchAttention(options)]);
      isLooking = false;
      if (stopped.signal.aborted) return;
      if (attention.status === 'fulfilled') client.setQueryData(inquiryKeys.attention, attention.value);
      if (rows.status === 'fulfilled') client.setQueryData(inquiryKeys.list(asked), rows.value);
    };
    const timer = setInterval(() => void look(), LOOK_EVERY_MS);
    const onVisible = () => void look();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      stopped.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [client, key, hasOpen]);
}
