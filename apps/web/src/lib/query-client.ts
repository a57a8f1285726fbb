import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api.ts';

/** A refusal stays a refusal; only what never got an answer is worth a second try. */
export function mayRetry(failures: number, error: unknown): boolean {
  return failures < 1 && error instanceof ApiFailure && (error.status === 0 || error.status >= 502);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // Refetching by itself would count as activity although nobody asked (docs/product.md 13.3).
    queries: { retry: mayRetry, refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: 0 },
    mutations: { retry: false },
  },
});
