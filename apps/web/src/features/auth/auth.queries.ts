/** Calls about signing in and out, registering and one's own password. */
import { authContract } from '@coverlight/contract/auth/auth.contract.ts';
import type { BodyInput } from '@coverlight/contract/endpoint.ts';
import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { call } from '#lib/api.ts';
import { isSignedOut } from '#lib/form-errors.ts';
import { forgetTypedForms } from '#lib/form-memory.ts';
import { leaveSession, setCurrentUser, setUserUnknown } from '#lib/session.ts';
import { toast } from '#ui/toast.ts';

const NOT_LOGGED_OUT =
  'The log-out did not reach the server, so this browser may still be signed in. Please open Coverlight again and log out once more.';

/** Signs out here and on the server. Whatever the server says, nobody stays signed in on this screen. */
export function useLogout() {
  const router = useRouter();
  return useMutation({
    mutationFn: () => call(authContract.logout, {}),
    onSettled: async (_done, error) => {
      forgetTypedForms();
      if (error === null || isSignedOut(error)) leaveSession();
      else {
        // The login asks the server who is there, and offers to log out once more.
        setUserUnknown();
        toast({ kind: 'danger', message: NOT_LOGGED_OUT, durationMs: 30_000 });
      }
      await router.navigate({ to: '/login' });
    },
  });
}

/** Makes the person the one of this tab and goes on to `href`. */
export function useEnter(): (user: SessionUser, href: string) => Promise<void> {
  const router = useRouter();
  return async (user, href) => {
    setCurrentUser(user);
    await router.navigate({ href, replace: true });
  };
}

/** The signed-in person's facts anew, after something about them changed; it may have ended the session. */
export async function refreshCurrentUser(): Promise<void> {
  try {
    setCurrentUser((await call(authContract.refresh, { background: true, expectSignedOut: true })).user);
  } catch (error) {
    if (isSignedOut(error)) setCurrentUser(null);
  }
}

export const logIn = (body: { email: string; password: string }) => call(authContract.login, { body });

/** A 401 here means that the password was given too long ago, not that somebody's session ended. */
export const giveSecondFactor = (body: BodyInput<typeof authContract.secondFactor>) =>
  call(authContract.secondFactor, { body, expectSignedOut: true });

export const register = (body: BodyInput<typeof authContract.register>) => call(authContract.register, { body });
export const registerByInvite = (code: string, body: BodyInput<typeof authContract.registerByInvite>) =>
  call(authContract.registerByInvite, { params: { id: code }, body });

/** What was saved of a practice for its registration. Read once: nothing may change below a form that is being filled in. */
export const registrationInfoOptions = (code: string) =>
  queryOptions({
    queryKey: ['registration-info', code],
    queryFn: async ({ signal }) => (await call(authContract.registerInfo, { params: { id: code }, signal })).registration_info,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const askForReset = (email: string) => call(authContract.passwordReset, { body: { email } });
export const confirmReset = (body: BodyInput<typeof authContract.passwordResetConfirm>) =>
  call(authContract.passwordResetConfirm, { body });
export const changePassword = (body: BodyInput<typeof authContract.passwordChange>) => call(authContract.passwordChange, { body });

/** Null for somebody without a passkey. */
export const identityOptions = async () => (await call(authContract.identityOptions, {})).passkey_options;

export const approveEmail = (token: string) => call(authContract.emailApprove, { body: { token } });
export const confirmEmail = (token: string) => call(authContract.emailConfirm, { body: { token } });
export const undoEmail = (token: string) => call(authContract.emailUndo, { body: { token } });
