import type { Person, Proposal } from '@coverlight/contract/persons/persons.contract.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { toast } from '#ui/toast.ts';
import type { Conflict } from './conflict.tsx';
import classes from './person-page.module.css';
import { checksText, matchWords, nameOf } from './person-words.ts';
import { proposalsOptions, useDecideProposal, useMergePersons, useUndoMove } from './persons.queries.ts';

const TOAST_MS = 10_000;

interface ProposalsProps {
  person: Person;
  mayDecide: boolean;
  conflict: Conflict;
}

/** Other patients who may be this one. Nothing is put together before somebody says so. */
export function Proposals({ person, mayDecide, conflict }: ProposalsProps) {
  const proposals = useQuery(proposalsOptions(person.id));
  if (proposals.isError) return <ErrorBanner message={LIST_ERROR} onRetry={() => void proposals.refetch()} />;
  if (!proposals.data || proposals.data.length === 0) return null;
  return (
    <section aria-labelledby="proposals" className={classes.proposals}>
      <Title order={2} id="proposals" className={classes.title}>
        <IconUsers size={18} aria-hidden /> May be the same person
      </Title>
      <ul className={classes.policies}>
        {proposals.data.map((proposal) => (
          <ProposalLine key={proposal.person.id} proposal={proposal} person={person} mayDecide={mayDecide} conflict={conflict} />
        ))}
      </ul>
      {!mayDecide && <Text size="sm">A colleague who sees all checks of the practice can decide this.</Text>}
    </section>
  );
}

function ProposalLine({ proposal, person, mayDecide, conflict }: ProposalsProps & { proposal: Proposal }) {
  const { person: other } = proposal;
  const facts = [
    other.dob === null ? 'birth date not known' : `born ${usDate(other.dob)}`,
    ...(other.member_ids.length > 0 ? [`member ID ${other.member_ids.join(', ')}`] : []),
    checksText(other.checks),
  ];
  return (
    <li className={classes.policy}>
      <div className={classes.policyWords}>
        <Anchor fw={600} renderRoot={(props) => <Link to="/persons/$id" params={{ id: other.id }} {...props} />}>
          {nameOf(other)}
        </Anchor>
        <span className={classes.facts}>{facts.join(', ')}</span>
        <Text size="sm">{matchWords(proposal)}</Text>
      </div>
      {mayDecide && <Decision person={person} other={other} conflict={conflict} />}
    </li>
  );
}

function Decision({ person, other, conflict }: { person: Person; other: Proposal['person']; conflict: Conflict }) {
  const [isAsking, setIsAsking] = useState(false);
  const merge = useMergePersons(person.id);
  const undo = useUndoMove(person.id);
  const decide = useDecideProposal(person.id);
  const put = () =>
    merge.mutate(
      { other_id: other.id, version: person.version },
      {
        onError: conflict.note,
        onSuccess: ({ move_id: moveId }) =>
          toast({
            id: 'merge',
            kind: 'success',
            message: 'They are one patient now.',
            durationMs: TOAST_MS,
            action: { label: 'Undo', onClick: () => undo.mutate(moveId, { onError: conflict.note }) },
          }),
        onSettled: () => setIsAsking(false),
      },
    );
  const part = (isDifferent: boolean) =>
    decide.mutate(
      { otherId: other.id, isDifferent },
      {
        onError: conflict.note,
        onSuccess: () => {
          if (!isDifferent) return;
          toast({
            id: `different-${other.id}`,
            kind: 'success',
            message: 'Noted: not the same person. It is not asked again.',
            durationMs: TOAST_MS,
            action: { label: 'Undo', onClick: () => part(false) },
          });
        },
      },
    );
  return (
    <Group gap="xs">
      <Button size="compact-md" aria-label={`Same person as ${nameOf(other)}`} loading={merge.isPending} onClick={() => setIsAsking(true)}>
        Same person
      </Button>
      <Button
        size="compact-md"
        variant="default"
        aria-label={`Not the same person as ${nameOf(other)}`}
        loading={decide.isPending}
        onClick={() => part(true)}
      >
        Not the same person
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Put both together?"
        confirmLabel="Yes, the same person"
        isBusy={merge.isPending}
        onConfirm={put}
        onCancel={() => setIsAsking(false)}
      >
        <Text>
          {`${checksText(other.checks)} of ${nameOf(other)} move to ${nameOf(person)}, who then has all of them. It can be undone for 30 days, from the timeline.`}
        </Text>
      </ConfirmDialog>
    </Group>
  );
}
