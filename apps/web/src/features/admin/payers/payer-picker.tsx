import { type Choice, SearchedSelect, type SearchedSelectProps } from '../searched-select.tsx';
import { listPayers, type PayerFilter, PAYERS_KEY } from './admin-payers.queries.ts';

export type ChosenPayer = Choice;
export interface PayerPickerProps extends Omit<SearchedSelectProps, 'queryKey' | 'fetchPage'> {
  /** Which payers are offered. */
  filter: PayerFilter;
}

/** Chooses one of thousands of payers. */
export function PayerPicker({ filter, ...props }: PayerPickerProps) {
  return (
    <SearchedSelect
      {...props}
      queryKey={[...PAYERS_KEY, 'offered', filter]}
      fetchPage={(query, signal) => listPayers({ ...query, ...filter }, signal)}
    />
  );
}
