import type { Batch } from '@coverlight/contract/batches/batch.schema.ts';
import { useCurrentUser } from '#lib/session.ts';
import { countRows, WAITING_FOR_YOU } from '../batch-words.ts';
import { PayerNames } from '../review/payer-names.tsx';
import { ExportButtons } from './export-buttons.tsx';
import { ResultList } from './result-list.tsx';
import { SendingBar } from './sending-bar.tsx';

/** While it is sent and after that: how far it is, and what came of each row (docs/product.md 2.18). */
export function ResultsStep({ batch }: { batch: Batch }) {
  const user = useCurrentUser();
  const mayDecide = batch.state !== 'stopped' && countRows(batch, WAITING_FOR_YOU) > 0;
  return (
    <>
      <SendingBar batch={batch} />
      {mayDecide && <PayerNames batch={batch} />}
      <ExportButtons batch={batch} />
      {user && <ResultList batch={batch} userId={user.id} />}
    </>
  );
}
