/** What a clearinghouse calls the state of its answer: its code with the words it goes by (docs/product.md 10.9). */
import type { Attempt } from '@coverlight/contract/admin/admin-inquiries.contract.ts';

const WORDS: Record<Attempt['source'], Record<string, string>> = {
  availity: {
    '0': 'In Progress',
    R1: 'Communication Error, Retrying',
    '3': 'Complete (Invalid Response)',
    '4': 'Complete',
    '7': 'Communication Error',
    '13': 'Communication Error',
    '14': 'Communication Error',
    '15': 'Communication Error',
    '19': 'Request Error',
  },
  pVerify: {
    '0': 'Processed',
    '1': 'Rejected',
    '2': 'No Funds',
    '3': 'Pending',
    '4': 'New',
    '10': 'Inactive',
    '11': 'Active',
    '12': 'Patient Not Found',
    '13': 'Provider Not on File',
    '14': 'Rejected',
    '15': 'Pending',
    '17': 'Payer Down',
    '18': 'Payer Not Found',
  },
};

/** "4 Complete"; a code nobody described stands alone, and where none came nothing does. */
export function stateWords({ source, vendor_code }: Pick<Attempt, 'source' | 'vendor_code'>): string {
  return vendor_code === null ? '' : `${vendor_code} ${WORDS[source][vendor_code] ?? ''}`.trim();
}
