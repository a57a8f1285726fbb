import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { FormLoading, LoadFailure } from '#ui/form-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { pageSettings } from '#lib/page-settings.ts';
import { FactorReset } from './factor-reset.tsx';
import { UserForm } from './user-form.tsx';
import { updateUser, useRefreshUsers, useResetSecondFactor, userOptions } from './users.queries.ts';

/** A manager changes a member of the organization (docs/product.md 2.13). */
export function UserUpdatePage() {
  const { id = '' } = useParams({ strict: false });
  const { data: user, error, refetch } = useQuery(userOptions(id));
  const refreshList = useRefreshUsers();
  const reset = useResetSecondFactor(id);
  if (error && !user) return <LoadFailure error={error} />;
  return (
    <>
      <PageTitle takesFocus={false}>Update user</PageTitle>
      {user ? (
        <UserForm
          user={user}
          list={{ to: '/organization/settings', backLabel: 'Back to the organization' }}
          send={(body) => updateUser(id, body)}
          reload={async () => (await refetch()).data}
          refreshList={refreshList}
          signingIn={<FactorReset user={user} reset={reset} lockedBecause={user.membership?.is_manager ? ofManager() : undefined} />}
        />
      ) : (
        <FormLoading />
      )}
    </>
  );
}

/** Managers turn to us (docs/product.md 13.2). */
const ofManager = () => `Only we can reset that of a manager; they write to ${pageSettings.supportEmail}.`;
