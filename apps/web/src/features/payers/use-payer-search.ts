import type { FoundPayer } from '@coverlight/contract/payers/payer.schema.ts';
import { plainName } from '@coverlight/domain/payers/payer-search.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { payerSearchOptions } from './payers.queries.ts';

const TYPING_MS = 200;
/** One letter is a part of nearly every name. */
const FROM_LETTERS = 2;
const LONGEST = 100;
const NOTHING: readonly FoundPayer[] = [];

/** What the server finds by what is typed, once the typing pauses; a search that is overtaken is cancelled. */
export function usePayerSearch(typed: string): { found: readonly FoundPayer[]; isSearching: boolean } {
  const plain = plainName(typed).slice(0, LONGEST);
  const wanted = plain.length < FROM_LETTERS ? '' : plain;
  const [q] = useDebouncedValue(wanted, TYPING_MS);
  const { data, isFetching } = useQuery({ ...payerSearchOptions(q), enabled: q !== '' });
  const isOfNow = q === wanted && q !== '';
  return { found: isOfNow ? (data ?? NOTHING) : NOTHING, isSearching: q !== wanted || (isOfNow && isFetching) };
}
