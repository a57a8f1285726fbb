import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { UserForm } from '#features/users/user-form.tsx';
import { FormLoading, LoadFailure } from '#ui/form-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { updateUser, useRefreshAccounts, userOptions } from '../accounts.queries.ts';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { UserCredentials } from './user-credentials.tsx';

/** Whatever cannot be loaded is not found (docs/product.md 2.14). */
export function UserUpdatePage() {
  const { id = '' } = useParams({ strict: false });
  const { data: user, error, refetch } = useQuery(userOptions(id));
  const refresh = useRefreshAccounts();
  if (error && !user) return <LoadFailure error={error} />;
  const name = user ? `Update ${user.first_name} ${user.last_name}` : 'Update user';
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: 'Users', to: '/admin/users' },
          { label: name, to: null },
        ]}
      />
      <PageTitle takesFocus={false}>Update user</PageTitle>
      {user ? (
        <UserForm
          user={user}
          list={{ to: '/admin/users', backLabel: 'Back to the users' }}
          send={(body) => updateUser(id, body)}
          reload={async () => (await refetch()).data}
          refreshList={() => refresh('users')}
          signingIn={<UserCredentials user={user} />}
        />
      ) : (
        <FormLoading />
      )}
    </>
  );
}
