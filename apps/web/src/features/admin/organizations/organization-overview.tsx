import type { AdminOrganization } from '@coverlight/contract/admin/admin-accounts.contract.ts';
import { Stack } from '@mantine/core';
import { updateOrganization, useRefreshAccounts } from '../accounts.queries.ts';
import { AdminSection } from '../admin-section.tsx';
import { Facts } from '../facts.tsx';
import { PacificInstant } from '../pacific-instant.tsx';
import { RowSwitch } from '../row-switch.tsx';
import { OrganizationBadge, SubscriptionState } from './organization-columns.tsx';

export function OrganizationOverview({ organization }: { organization: AdminOrganization }) {
  const refresh = useRefreshAccounts();
  const saveOverride = async (isOn: boolean) => {
    await updateOrganization(organization.id, { has_override_reimbursement: isOn });
    await refresh('organizations');
  };
  return (
    <AdminSection title="Overview">
      <Stack gap="md">
        <Facts
          facts={[
            ['Status', <OrganizationBadge key="status" isActive={organization.is_active} />],
            ['Subscription', <SubscriptionState key="subscription" organization={organization} />],
            ['Estimates add-on', organization.has_feature_reimbursement ? 'On' : 'Off'],
            ['Created', <PacificInstant key="created" at={organization.created_at} />],
            ['Updated', <PacificInstant key="updated" at={organization.updated_at} />],
            ['Id', organization.id],
          ]}
        />
        <RowSwitch label="Reimbursement override" isOn={organization.has_override_reimbursement} save={saveOverride} />
      </Stack>
    </AdminSection>
  );
}
