import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { Anchor, Button, Text } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { levelNames, STATE_LOOKS } from '../case-words.ts';
import { casesOfInquiryOptions } from '../cases.queries.ts';

// Most answers need no case.
const StartCaseDialog = lazy(async () => ({ default: (await import('./start-case-dialog.tsx')).StartCaseDialog }));

// Of answers that belong to a case alone.
const CheckInCase = lazy(async () => ({ default: (await import('./check-in-case.tsx')).CheckInCase }));

/** The open cases that an answer belongs to; nothing where it belongs to none. */
export function InCase({ inquiry }: { inquiry: Inquiry }) {
  const { data: cases } = useQuery(casesOfInquiryOptions(inquiry.id));
  return cases?.map((one) => (
    <Text key={one.id} size="sm">
      {'In case '}
      <Anchor inherit renderRoot={(props) => <Link to="/cases/$id" params={{ id: one.id }} {...props} />}>
        {`${levelNames(one.levels)} at ${one.provider.name}`}
      </Anchor>
      {`, ${STATE_LOOKS[one.state].label.toLowerCase()}, ${one.assignee === null ? 'nobody’s' : one.assignee.name}`}
    </Text>
  ));
}

/** Begins the work on what the answer leaves open; where a case is there already, that one is the place. */
export function StartCase({ inquiry }: { inquiry: Inquiry }) {
  const { data: cases } = useQuery(casesOfInquiryOptions(inquiry.id));
  const [isOpen, setIsOpen] = useState(false);
  if (cases === undefined || cases.length > 0) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconFolderPlus size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        Start a case
      </Button>
      {isOpen && (
        <Suspense>
          <StartCaseDialog inquiry={inquiry} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The company that a warning names is asked within the case where the answer belongs to one. */
export function CheckOfAnswer({ inquiry, company, otherwise }: { inquiry: Inquiry; company: string; otherwise: ReactNode }) {
  const { data: cases } = useQuery(casesOfInquiryOptions(inquiry.id));
  const [of] = cases ?? [];
  if (of === undefined) return otherwise;
  return (
    <Suspense>
      <CheckInCase of={of} name={company} />
    </Suspense>
  );
}
