/** Payers of the demo that are reached through the sandbox's gateway: three there only, and one whose first clearinghouse is always away. */
import type { Deps } from '#deps.ts';
import { changeSource, findPayerByCode, upsertEnteredPayers } from '#features/payers/payer-sources.repository.ts';
import { holdPayers } from '#features/payers/payers.repository.ts';

const LIGHTHOUSE = 'core:lighthouse';
const MARINER = 'core:mariner';
const ONLY_THERE: readonly { clearinghouse: string; code: string; name: string }[] = [
  { clearinghouse: LIGHTHOUSE, code: 'LANTERN1', name: 'Lantern Health Cooperative' },
  { clearinghouse: LIGHTHOUSE, code: 'TIDEWTR3', name: 'Tidewater Schools Consortium' },
  { clearinghouse: MARINER, code: 'MARINER2', name: 'Mariner Benefit Fund' },
];
/** In maintenance at Availity, whatever is asked. */
const AWAY = 'HARBM';

/** Does nothing where it was done, or where the sandbox's gateway is not configured. */
export async function enterCorePayers(deps: Deps): Promise<void> {
  if (deps.clearinghouses[LIGHTHOUSE] === undefined || deps.clearinghouses[MARINER] === undefined) return;
  const now = deps.clock();
  await deps.db.asAdmin(async (tx) => {
    await holdPayers(tx);
    if ((await findPayerByCode(tx, LIGHTHOUSE, 'LANTERN1')) !== null) return;
    for (const { clearinghouse, code, name } of ONLY_THERE)
      await upsertEnteredPayers(tx, clearinghouse, [{ id: deps.newId(), code, name }], now);
    const away = await findPayerByCode(tx, 'availity', AWAY);
    if (away === null) return;
    await changeSource(tx, away.asked_as, { clearinghouse: LIGHTHOUSE, code: AWAY, typed_name: undefined, is_active: true }, now);
    await tx.execute('UPDATE payers SET route_order = $2 WHERE id = $1', [away.asked_as, ['availity', LIGHTHOUSE]]);
  });
}
