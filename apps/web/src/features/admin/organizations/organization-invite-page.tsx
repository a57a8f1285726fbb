import { Anchor, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useCurrentUser } from '#lib/session.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { TextField } from '#ui/fields.tsx';
import { SwitchField } from '#ui/switch-field.tsx';
import { FormLoading } from '#ui/form-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { toast } from '#ui/toast.ts';
import { CARD_WIDTH } from '#ui/theme.ts';
import { createInvite, organizationOptions, useRefreshAccounts } from '../accounts.queries.ts';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { OrganizationFailure } from './organization-failure.tsx';
import { whyNoInvites } from './why-no-invites.ts';

const FIELDS = ['email', 'is_manager', 'perm_reimbursements'] as const;
const START = { email: '', is_manager: false, perm_reimbursements: false };

/** Invites somebody into an organization that is not one's own. */
export function OrganizationInvitePage() {
  const { id = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(organizationOptions(id));
  const ownOrganizationId = useCurrentUser()?.organization.id;
  if (error && !data) return <OrganizationFailure error={error} onRetry={() => void refetch()} />;
  const noInvites = data ? whyNoInvites(data.organization, ownOrganizationId) : null;
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: 'Organizations', to: '/admin/organizations' },
          { label: data?.organization.name ?? 'Organization', to: `/admin/organizations/${id}` },
          { label: 'Invite User', to: null },
        ]}
      />
      <PageTitle takesFocus={false}>Invite User</PageTitle>
      {noInvites && <Text>{noInvites}</Text>}
      {!noInvites && (data ? <InviteForm organizationId={id} /> : <FormLoading />)}
    </>
  );
}

function InviteForm({ organizationId }: { organizationId: string }) {
  const router = useRouter();
  const refresh = useRefreshAccounts();
  const home = `/admin/organizations/${organizationId}`;
  const sent = useSentForm({
    defaultValues: START,
    fields: FIELDS,
    fallback: UNKNOWN_ERROR,
    send: (values) => createInvite({ ...values, organization_id: organizationId }),
    done: async () => {
      await refresh('invites');
      toast({ kind: 'success', message: 'An invitation email has been sent.' });
      await router.navigate({ href: home });
    },
  });
  const { form } = sent;
  return (
    <Paper withBorder p="lg" radius="md" maw={CARD_WIDTH}>
      <SentForm
        sent={sent}
        submitLabel="Send invitation"
        beside={
          <Anchor component={Link} to={home} size="sm">
            Back to the organization
          </Anchor>
        }
      >
        <TextField form={form} name="email" label="Email" type="email" autoComplete="off" />
        <SwitchField form={form} name="is_manager" label="Is Manager" />
        <SwitchField form={form} name="perm_reimbursements" label="Can see reimbursement estimates" />
      </SentForm>
    </Paper>
  );
}
