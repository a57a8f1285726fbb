import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api.ts';

/** A refusal stays a refusal; only what never got an answer is worth a second try. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 0 || error.status >= 502);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // Refetching by itself would count as activity although nobody asked (docs/product.md 13.3).
    queries: {
      retry: (failures, error) => failures < 1 && isUnanswered(error),
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: 0,
    },
    mutations: { retry: false },
  },
});
