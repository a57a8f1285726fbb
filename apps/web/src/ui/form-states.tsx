import { Skeleton, Stack } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { isSignedOut } from '#lib/form-errors.ts';
import { CARD_WIDTH } from './theme.ts';

/** What a form was to be filled from cannot be read: there is nothing to see (docs/product.md 8). */
export function LoadFailure({ error }: { error: unknown }) {
  // A refused session leads to the login, which must not be overtaken.
  return isSignedOut(error) ? null : <Navigate to="/404" replace />;
}

/** While a form's values are on their way. */
export function FormLoading() {
  return (
    <Stack aria-busy="true" role="status" aria-label="Loading" maw={CARD_WIDTH}>
      <Skeleton height={60} />
      <Skeleton height={60} />
      <Skeleton height={160} />
    </Stack>
  );
}
