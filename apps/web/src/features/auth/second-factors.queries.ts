/** Calls about one's own second factors. */
import { secondFactorsContract } from '@coverlight/contract/auth/second-factors.contract.ts';
import type { BodyInput } from '@coverlight/contract/endpoint.ts';
import type { SecondFactor } from '@coverlight/contract/auth/second-factor.schema.ts';
import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api.ts';

/** What a person has once a factor was made; the codes only beside the first. */
export interface Enrolled {
  factor: SecondFactor;
  recovery_codes: string[] | null;
  user: SessionUser;
}

export const secondFactorsOptions = queryOptions({
  queryKey: ['second-factors'],
  queryFn: ({ signal }) => call(secondFactorsContract.list, { signal }),
});

export const startTotp = async () => (await call(secondFactorsContract.totpStart, {})).totp;
export const confirmTotp = async (code: string): Promise<Enrolled> =>
  (await call(secondFactorsContract.totpConfirm, { body: { code } })).enrolled;
export const passkeyOptions = async () => (await call(secondFactorsContract.passkeyOptions, {})).passkey_options;
export const createPasskey = async (body: BodyInput<typeof secondFactorsContract.passkeyCreate>): Promise<Enrolled> =>
  (await call(secondFactorsContract.passkeyCreate, { body })).enrolled;
export const makeRecoveryCodes = async (password: string) =>
  (await call(secondFactorsContract.recoveryCodes, { body: { password } })).recovery_codes;
export const removeFactor = (id: string, body: BodyInput<typeof secondFactorsContract.remove>) =>
  call(secondFactorsContract.remove, { params: { id }, body });
