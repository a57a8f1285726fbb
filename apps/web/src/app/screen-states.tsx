import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { PageTitle } from '#ui/page-title.tsx';

/** While a screen's code or session is on its way. */
export function ScreenPending() {
  return (
    <Stack aria-busy="true" role="status" aria-label="Loading">
      <Skeleton height={28} width={220} />
      <Skeleton height={240} />
    </Stack>
  );
}

/** A screen that could not be shown, often one of a release that is gone. The shell around it stays. */
export function ScreenFailure() {
  return (
    <>
      <PageTitle>This page could not be loaded</PageTitle>
      <Text mb="md">There may be a new version, or the connection was lost.</Text>
      <Button onClick={() => window.location.reload()}>Reload</Button>
    </>
  );
}
