import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Person } from '@coverlight/contract/persons/persons.contract.ts';
import { isNotThere, isSignedOut, LIST_ERROR } from '#lib/form-errors.ts';
import { useCurrentUser } from '#lib/session.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { LoadFailure } from '#ui/form-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { ConflictBanner, useConflict } from './conflict.tsx';
import { PersonHead } from './person-head.tsx';
import classes from './person-page.module.css';
import { personOptions } from './persons.queries.ts';
import { PolicyList } from './policy-list.tsx';
import { Timeline } from './timeline.tsx';

// A patient seldom is two, and seldom are two of the answers set side by side.
const Proposals = lazy(async () => ({ default: (await import('./proposals.tsx')).Proposals }));
const SideBySide = lazy(async () => ({ default: (await import('./side-by-side.tsx')).SideBySide }));

const route = getRouteApi('/signed-in/persons/$id');

/** One patient over time: who, what is known of each policy, and all that happened (docs/product.md 2.16). */
export function PersonPage() {
  const { id } = route.useParams();
  const { data: person, error, refetch } = useQuery(personOptions(id));
  if (person === undefined && (isNotThere(error) || isSignedOut(error))) return <LoadFailure error={error} />;
  // It became part of another one: that one's own address stands in the bar.
  if (person && person.id !== id) return <Navigate to="/persons/$id" params={{ id: person.id }} replace />;
  return (
    <>
      <PageTitle>Patient</PageTitle>
      {person === undefined && error !== null && <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />}
      {person && <PersonOverTime key={person.id} person={person} />}
      {person === undefined && error === null && <Loading />}
    </>
  );
}

function Loading() {
  return (
    <Stack aria-busy="true" role="status" aria-label="Loading">
      <Skeleton height={72} />
      <Skeleton height={150} />
      <Skeleton height={320} />
    </Stack>
  );
}

function PersonOverTime({ person }: { person: Person }) {
  const conflict = useConflict();
  // Who sees their own checks alone does not see what a decision would move.
  const mayDecide = useCurrentUser()?.is_restricted === false;
  return (
    <div className={classes.page}>
      <ConflictBanner conflict={conflict} />
      <PersonHead person={person} mayDecide={mayDecide} conflict={conflict} />
      <PolicyList policies={person.policies} />
      {person.proposals > 0 && (
        <Suspense>
          <Proposals person={person} mayDecide={mayDecide} conflict={conflict} />
        </Suspense>
      )}
      <Suspense fallback={<Skeleton height={60} role="status" aria-label="Loading" />}>
        <SideBySide personId={person.id} />
      </Suspense>
      <Timeline person={person} mayDecide={mayDecide} conflict={conflict} />
    </div>
  );
}
