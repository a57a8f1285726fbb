import { Navigate } from '@tanstack/react-router';
import { ApiFailure } from '#lib/api.ts';
import { isSignedOut, LIST_ERROR } from '#lib/form-errors.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';

/** Why an organization does not show: there is none, or it cannot be read now. */
export function OrganizationFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  // A refused session leads to the login, which must not be overtaken.
  if (isSignedOut(error)) return null;
  if (error instanceof ApiFailure && error.status === 404) return <Navigate to="/404" replace />;
  return <ErrorBanner message={LIST_ERROR} onRetry={onRetry} />;
}
