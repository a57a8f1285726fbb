/** The calls about remittances. The file stays in the browser and is sent twice: to be shown, and to be stored as it was shown. */
import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import type { RemittanceReading } from '@coverlight/contract/cases/remittance.schema.ts';
import { estimatesContract } from '@coverlight/contract/cases/estimates.contract.ts';
import { useRefreshCases } from '../../cases.queries.ts';
import { call } from '#lib/api.ts';
import { upload } from '#lib/upload.ts';
import { useSingleMutation } from '#lib/use-single-mutation.ts';

function formOf(file: File, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== '') form.set(name, value);
  form.set('file', file);
  return form;
}

const noProgress = () => {};

export async function readRemittance(id: string, file: File): Promise<RemittanceReading> {
  const reply = await upload(estimatesContract.readRemittance, formOf(file), noProgress, { id });
  return estimatesContract.readRemittance.replies[200].parse(reply).reading;
}

export interface ChosenClaims {
  file: File;
  digest: string;
  claims: readonly string[];
  level: CareLevelKey | '';
  providerId: string;
}

export function useStoreRemittance(id: string) {
  const refresh = useRefreshCases();
  return useSingleMutation({
    mutationFn: async ({ file, digest, claims, level, providerId }: ChosenClaims) => {
      const form = formOf(file, { digest, claims: claims.join(','), level, provider_id: providerId });
      return await upload(estimatesContract.storeRemittance, form, noProgress, { id });
    },
    onSettled: refresh,
  });
}

export function useRemoveClaim() {
  const refresh = useRefreshCases();
  return useSingleMutation({
    mutationFn: async (id: string) => await call(estimatesContract.removeClaim, { params: { id } }),
    onSettled: refresh,
  });
}
