import type { AdminOrganization } from '@coverlight/contract/admin/admin-accounts.contract.ts';
import { Box } from '@mantine/core';
import { updateOrganization, useRefreshAccounts } from '../accounts.queries.ts';
import { NO_PLATFORM_PROVIDER } from '../providers/provider-table.tsx';
import { RowSwitch } from '../row-switch.tsx';

/** All facilities of the organization are asked under the platform's own provider (docs/product.md 11.3). */
export function ProviderOverride({ organization, hasPlatformProvider }: { organization: AdminOrganization; hasPlatformProvider: boolean }) {
  const refresh = useRefreshAccounts();
  const save = async (isOn: boolean) => {
    await updateOrganization(organization.id, { perm_provider_override: isOn });
    await refresh('organizations');
  };
  return (
    <Box mb="md">
      <RowSwitch
        label="Provider override for the whole organization"
        isOn={organization.perm_provider_override}
        disabledBecause={hasPlatformProvider ? undefined : NO_PLATFORM_PROVIDER}
        save={save}
      />
    </Box>
  );
}
