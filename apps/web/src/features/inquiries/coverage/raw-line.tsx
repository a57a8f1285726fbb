import { adminInquiriesContract } from '@coverlight/contract/admin/admin-inquiries.contract.ts';
import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '#lib/api.ts';
import classes from './raw-data.module.css';

/** What the clearinghouse sent for one line, asked for when it is opened. For admins only (docs/product.md 2.9). */
export function RawLine({ inquiryId, lineId }: { inquiryId: string; lineId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const bodyId = useId();
  return (
    <div className={classes.raw}>
      <UnstyledButton className={classes.toggle} aria-expanded={isOpen} aria-controls={bodyId} onClick={() => setIsOpen(!isOpen)}>
        <IconChevronRight size={14} aria-hidden />
        {`As it was sent: ${lineId}`}
      </UnstyledButton>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && <Piece inquiryId={inquiryId} lineId={lineId} />}
      </div>
    </div>
  );
}

function Piece({ inquiryId, lineId }: { inquiryId: string; lineId: string }) {
  const { data, isError } = useQuery({
    queryKey: ['admin', 'raw-line', inquiryId, lineId],
    queryFn: async ({ signal }) =>
      await call(adminInquiriesContract.rawLine, { params: { id: inquiryId }, query: { line: lineId }, signal }),
    staleTime: Infinity,
  });
  if (isError) return <p role="alert">This could not be loaded. Please try again.</p>;
  if (data === undefined) return <p role="status">Loading</p>;
  const { piece } = data;
  if (piece === null || piece === undefined)
    return <p>This line cannot be found in what was sent. The whole answer is in the admin area, under this inquiry.</p>;
  return <pre className={classes.text}>{typeof piece === 'string' ? piece : JSON.stringify(piece, null, 2)}</pre>;
}
