import { AppError } from '#http/app-error.ts';

/** Says to the operator which lines kept an import out; passes on what is no refusal. */
export function refusedImport(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  throw new Error(`Nothing was imported.\n${Object.values(error.errors).flat().join('\n')}`, { cause: error });
}
