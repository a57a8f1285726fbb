import type { Provider } from '@coverlight/contract/providers/provider.schema.ts';
import type { ProviderRecord } from './providers.repository.ts';

export const presentProvider = ({ id, name, npi, tax_id, is_active, created_at, updated_at }: ProviderRecord): Provider => ({
  id,
  name,
  npi,
  tax_id,
  is_active,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});
