/** Lines of a service as rows that put in-network beside out-of-network (docs/product.md 2.9). */
import type { Benefit, NetworkCode } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { matchesNetwork } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';

export const NETWORK_COLUMNS = ['inNetwork', 'outOfNetwork'] as const;
export type NetworkColumn = (typeof NETWORK_COLUMNS)[number];
export const COLUMN_LABELS: Readonly<Record<NetworkColumn, string>> = { inNetwork: 'In network', outOfNetwork: 'Out of network' };

export interface BenefitRow {
  key: string;
  /** Lines that differ at most in network and amount; the first stands for what they share. */
  first: Benefit;
  /** Set where the row is about one network. */
  byNetwork: Partial<Record<NetworkColumn, Benefit[]>>;
  /** Lines for both networks, or with a network that the payer does not know or did not state. */
  anyNetwork: Benefit[];
}

/** Everything that lines must have in common to stand in one row. */
function rowKey(line: Benefit): string {
  const isOneNetwork = line.network_code === 'inNetwork' || line.network_code === 'outOfNetwork';
  return JSON.stringify([
    line.amount_code,
    line.type_code,
    line.level_code ?? line.level,
    line.description,
    line.place_of_service,
    line.insurance_type,
    line.quantity,
    line.delivery_information,
    isOneNetwork ? null : line.network,
  ]);
}

/** Rows in the order in which their first lines come. */
export function benefitRows(benefits: readonly Benefit[]): BenefitRow[] {
  const rows = new Map<string, BenefitRow>();
  for (const line of benefits) {
    const key = rowKey(line);
    const row = rows.get(key) ?? { key, first: line, byNetwork: {}, anyNetwork: [] };
    rows.set(key, row);
    if (line.network_code === 'inNetwork' || line.network_code === 'outOfNetwork') {
      row.byNetwork[line.network_code] = [...(row.byNetwork[line.network_code] ?? []), line];
    } else row.anyNetwork.push(line);
  }
  return [...rows.values()];
}

/** A network that the filter hides gets no column: an empty one would read as if the payer had not stated it. */
export function shownColumns(networks: readonly NetworkCode[] | null): NetworkColumn[] {
  return NETWORK_COLUMNS.filter((column) => matchesNetwork(column, networks));
}
