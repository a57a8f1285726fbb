import type { Batch, BatchPayer } from '@coverlight/contract/batches/batch.schema.ts';
import type { Payer } from '@coverlight/contract/payers/payer.schema.ts';
import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { optionsOf, type PayerChoice } from '#features/payers/payer-options.ts';
import { PayerSelect } from '#features/payers/payer-select.tsx';
import { payersOptions } from '#features/payers/payers.queries.ts';
import { LIST_ERROR, placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { many } from '../batch-words.ts';
import { batchPayersOptions, useUpdateBatch } from '../batches.queries.ts';
import classes from './payer-names.module.css';

const NOBODY: PayerChoice = { payerId: '', childId: '' };
const nameOf = ({ name }: BatchPayer): string => (name === '' ? 'rows without a payer' : name);
/** What is sent is the plan, where one of a group was chosen. */
const idOf = ({ payerId, childId }: PayerChoice): string => childId || payerId;

/** Payer names that nobody is sure about, each decided once for all its rows; the decision is remembered. */
export function PayerNames({ batch }: { batch: Batch }) {
  const names = useQuery(batchPayersOptions(batch.id));
  const payers = useQuery(payersOptions);
  const update = useUpdateBatch(batch.id);
  if (names.isError || payers.isError) {
    const retry = () => void Promise.all([names.refetch(), payers.refetch()]);
    return <ErrorBanner message={LIST_ERROR} onRetry={retry} />;
  }
  if (names.data === undefined || payers.data === undefined) return null;
  const open = names.data.filter(({ match }) => match === 'likely' || match === 'none');
  const known = names.data.filter(({ match }) => match === 'certain' || match === 'decided');
  const likely = open.flatMap(({ name, payer }) => (payer === null ? [] : [{ name, payer_id: payer.id }]));
  return (
    <section aria-label="Payer names">
      {open.length > 0 && (
        <Paper withBorder p="md" radius="md" mb="md">
          <Group justify="space-between" mb="xs">
            <Title order={2}>{many(open.length, 'payer name to decide', 'payer names to decide')}</Title>
            {likely.length > 1 && (
              <Button variant="default" size="compact-sm" loading={update.isPending} onClick={() => update.mutate({ payers: likely })}>
                {`Take all ${likely.length} proposals`}
              </Button>
            )}
          </Group>
          <Text size="sm" mb="xs">
            Each is decided once, for all its rows. It is remembered for the next list.
          </Text>
          <ErrorBanner message={update.error && placeErrors(update.error, [], UNKNOWN_ERROR).banner} />
          <ul className={classes.names}>
            {open.map((one) => (
              <li key={one.name}>
                <Decision
                  named={one}
                  payers={payers.data}
                  isBusy={update.isPending}
                  onDecide={(payerId) => update.mutate({ payers: [{ name: one.name, payer_id: payerId }] })}
                />
              </li>
            ))}
          </ul>
        </Paper>
      )}
      {known.length > 0 && <KnownNames known={known} />}
    </section>
  );
}

interface DecisionProps {
  named: BatchPayer;
  payers: readonly Payer[];
  isBusy: boolean;
  onDecide: (payerId: string) => void;
}

function Decision({ named, payers, isBusy, onDecide }: DecisionProps) {
  const [choice, setChoice] = useState<PayerChoice>(() => proposalOf(named, payers));
  const name = nameOf(named);
  return (
    <div className={classes.decision}>
      <div className={classes.name}>
        <strong>{name}</strong>
        <Text size="xs" c="dimmed">
          {many(named.rows, 'row', 'rows')}
          {named.match === 'likely' ? ', proposed' : ''}
        </Text>
      </div>
      <div className={classes.select}>
        <PayerSelect label={`Payer for ${name}`} isLabelHidden payers={payers} value={choice} wanted={named.name} onChange={setChoice} />
        {named.candidates.length > 0 && (
          <Group gap={4} mt={4}>
            {named.candidates
              .filter(({ id }) => id !== idOf(choice))
              .map((candidate) => (
                <Button
                  key={candidate.id}
                  variant="subtle"
                  size="compact-xs"
                  mih={24}
                  onClick={() => setChoice(choiceOf(candidate.id, payers))}
                >
                  {`or ${candidate.name}`}
                </Button>
              ))}
          </Group>
        )}
      </div>
      <Button
        variant="light"
        disabled={choice.payerId === ''}
        loading={isBusy}
        aria-label={`Use for ${many(named.rows, 'row', 'rows')} of ${name}`}
        onClick={() => onDecide(idOf(choice))}
      >
        {`Use for ${many(named.rows, 'row', 'rows')}`}
      </Button>
    </div>
  );
}

const proposalOf = ({ match, payer }: BatchPayer, payers: readonly Payer[]): PayerChoice =>
  match === 'likely' && payer !== null ? choiceOf(payer.id, payers) : NOBODY;

function choiceOf(id: string, payers: readonly Payer[]): PayerChoice {
  const option = optionsOf(payers).find(({ key }) => key === id);
  return option === undefined ? NOBODY : { payerId: option.payerId, childId: option.childId };
}

function KnownNames({ known }: { known: readonly BatchPayer[] }) {
  return (
    <details className={classes.known}>
      <summary>{many(known.length, 'payer name is known', 'payer names are known')}</summary>
      <ul>
        {known.map((one) => (
          <li key={one.name}>
            {`${nameOf(one)}: ${one.payer?.name ?? ''}, ${many(one.rows, 'row', 'rows')}${one.match === 'decided' ? ', decided before' : ''}`}
          </li>
        ))}
      </ul>
    </details>
  );
}
