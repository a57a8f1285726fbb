/** `npm run payers:sync [-- availity|pVerify]`: fetches payers and their configurations. */
import { syncPayersAsSystem } from '#features/payers/sync-payers.ts';
import { withDeps } from './with-deps.ts';

export async function run(argv: string[]): Promise<void> {
  const sources = (['availity', 'pVerify'] as const).filter((source) => argv.length === 0 || argv.includes(source));
  await withDeps(async (deps) => {
    for (const source of sources) {
      const counts = await syncPayersAsSystem(deps, source);
      process.stdout.write(`${source}: ${counts.newPayers} new payers, ${counts.updatedPayers} updated, ${counts.schemas} schemas\n`);
    }
  });
}
