import { personsContract } from '@coverlight/contract/persons/persons.contract.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api.ts';

export const loadWhatChanged = async () => await import('./what-changed.tsx');

/** What is new since the answer before it. What shows it comes along, so that it stands there with the answer. */
export const changesOptions = (inquiryId: string) =>
  queryOptions({
    queryKey: ['inquiries', 'changes', inquiryId],
    queryFn: async ({ signal }) => {
      const changes = await call(personsContract.changes, { params: { id: inquiryId }, signal });
      if (changes.before !== null) await loadWhatChanged();
      return changes;
    },
  });
