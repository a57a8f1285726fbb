/** Calls about one's own second factors. */
import { api } from '@coverlight/contract/api.ts';
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
  queryFn: ({ signal }) => call(api.secondFactors.list, { signal }),
});

export const startTotp = async () => (await call(api.secondFactors.totpStart, {})).totp;
export const confirmTotp = async (code: string): Promise<Enrolled> =>
  (await call(api.secondFactors.totpConfirm, { body: { code } })).enrolled;
export const passkeyOptions = async () => (await call(api.secondFactors.passkeyOptions, {})).passkey_options;
export const createPasskey = async (body: BodyInput<typeof api.secondFactors.passkeyCreate>): Promise<Enrolled> =>
  (await call(api.secondFactors.passkeyCreate, { body })).enrolled;
export const makeRecoveryCodes = async (password: string) =>
  (await call(api.secondFactors.recoveryCodes, { body: { password } })).recovery_codes;
export const removeFactor = (id: string, body: BodyInput<typeof api.secondFactors.remove>) =>
  call(api.secondFactors.remove, { params: { id }, body });
