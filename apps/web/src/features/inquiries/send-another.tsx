import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

/** The next patient of a run: the form keeps provider, payer, way of searching and services of this check. */
export function SendAnother({ inquiryId }: { inquiryId: string }) {
  return (
    <Button
      variant="default"
      leftSection={<IconUserPlus size={16} aria-hidden />}
      renderRoot={(props) => <Link to="/inquiries/new" search={{ after: inquiryId }} {...props} />}
    >
      Send another
    </Button>
  );
}
