import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PageTitle } from '#ui/page-title.tsx';

export function NotFoundPage() {
  return (
    <>
      <PageTitle>404 Not Found</PageTitle>
      <Text mb="md">There is nothing at this address, or you may not see it.</Text>
      <Anchor component={Link} to="/inquiries">
        Go to the inquiries
      </Anchor>
    </>
  );
}
