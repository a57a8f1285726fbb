import type { Member } from '@coverlight/contract/users/user.schema.ts';
import { Anchor, Paper, Text } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { IdentityField, useIdentity } from '#features/auth/identity-field.tsx';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useCurrentUser } from '#lib/session.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { TextField } from '#ui/fields.tsx';
import { PhoneField } from '#ui/number-fields.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { SwitchField } from '#ui/switch-field.tsx';
import { toast } from '#ui/toast.ts';
import { CARD_WIDTH } from '#ui/theme.ts';
import { TwoColumns } from '#ui/two-columns.tsx';
import { LevelField } from './level-field.tsx';
import { LoadNewest } from './load-newest.tsx';
import { useUserVersion } from './use-user-version.ts';
import { isNewMailbox, USER_FIELDS, type UserBody, userBody, userStart } from './user-values.ts';

const ASKED = {
  owner: ' They have to agree to the new email address at the present one.',
  new_address: ' The new email address counts once its link was opened.',
} as const;

function pendingWords({ pending_email: email, pending_email_waits_for: waitsFor }: Member): string | undefined {
  if (!email) return undefined;
  return waitsFor === 'owner'
    ? `Changes to ${email} once its owner agreed through the link sent to the present address.`
    : `Changes to ${email} once the link sent there was opened.`;
}

const OWN = 'Your own level can only be changed by another manager.';

export interface UserFormProps {
  user: Member;
  /** The list that the form was opened from and leads back to. */
  list: { to: '/organization/settings' | '/admin/users'; backLabel: string };
  send: (body: UserBody) => Promise<Member>;
  /** Reads the person anew. */
  reload: () => Promise<Member | undefined>;
  /** Reads anew what the list shows. */
  refreshList: () => Promise<void>;
  /** Shown below the form, of other people only. */
  signingIn: ReactNode;
}

/** Changes a person, for a manager (docs/product.md 2.13) and for a platform admin (2.14). */
export function UserForm({ user, list, send, reload, refreshList, signingIn }: UserFormProps) {
  const router = useRouter();
  const isOneself = useCurrentUser()?.id === user.id;
  // Platform admins are no members with a level (docs/product.md 6).
  const isAdmin = user.is_admin === true;
  const [isAsking, setIsAsking] = useState(false);
  const version = useUserVersion(user, reload);
  const identity = useIdentity();
  const sent = useSentForm({
    defaultValues: userStart(user),
    fields: USER_FIELDS,
    fallback: UNKNOWN_ERROR,
    send: (values) =>
      send({
        ...userBody(values, { isOneself, isAdmin }),
        ...identity.take(isNewMailbox(user, values.email), values.current_password),
        updated_at: version.readAt,
      }),
    failed: version.noteFailure,
    done: async (saved) => {
      await refreshList();
      const isAsked = saved.pending_email !== null && saved.pending_email !== user.pending_email;
      const asked = isAsked ? ASKED[saved.pending_email_waits_for ?? 'new_address'] : '';
      toast({ kind: 'success', message: `${saved.first_name} ${saved.last_name} was updated.${asked}` });
      await router.navigate({ to: list.to });
    },
  });
  const { form } = sent;
  const submit: typeof sent.submit = (event) => {
    event?.preventDefault();
    if (user.is_active && !form.getValues('is_active')) setIsAsking(true);
    else sent.submit();
  };
  return (
    <Paper withBorder p="lg" radius="md" maw={CARD_WIDTH}>
      <SentForm
        sent={{ ...sent, submit }}
        submitLabel="Save"
        beside={
          <>
            <LoadNewest form={form} version={version} startOf={userStart} />
            <Anchor component={Link} to={list.to} size="sm">
              {list.backLabel}
            </Anchor>
          </>
        }
      >
        <TwoColumns>
          <TextField form={form} name="first_name" label="First name" autoComplete="off" />
          <TextField form={form} name="last_name" label="Last name" autoComplete="off" />
        </TwoColumns>
        <TextField form={form} name="email" label="Email" type="email" autoComplete="off" description={pendingWords(user)} />
        {isNewMailbox(user, form.watch('email')) && (
          <IdentityField form={form} name="current_password" identity={identity} submit={submit} />
        )}
        <PhoneField form={form} name="phone" autoComplete="off" />
        <SwitchField form={form} name="is_active" label="Active" disabled={isOneself} />
        {!isAdmin && (
          <>
            <LevelField form={form} lockedBecause={isOneself ? OWN : undefined} />
            <SwitchField form={form} name="perm_reimbursements" label="Can see reimbursement estimates" disabled={isOneself} />
          </>
        )}
      </SentForm>
      {!isOneself && signingIn}
      <ConfirmDialog
        isOpen={isAsking}
        title={`Deactivate ${user.first_name} ${user.last_name}?`}
        confirmLabel="Deactivate"
        isDanger
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          sent.submit();
        }}
      >
        <Text>They are signed out at once and cannot sign in any more. Their inquiries stay.</Text>
      </ConfirmDialog>
    </Paper>
  );
}
