/** `npm run payers:sync [-- availity|pVerify]`: fetches payers and their configurations. */
import { listings, syncPayersAsSystem } from '#features/payers/sync-payers.ts';
import { withDeps } from './with-deps.ts';

export async function run(argv: string[]): Promise<void> {
  await withDeps(async (deps) => {
    for (const { id } of listings(deps).filter((source) => argv.length === 0 || argv.includes(source.id))) {
      const { newPayers, updatedPayers, withdrawn, schemas } = await syncPayersAsSystem(deps, id);
      process.stdout.write(`${id}: ${newPayers} new payers, ${updatedPayers} updated, ${withdrawn} withdrawn, ${schemas} schemas\n`);
    }
  });
}
