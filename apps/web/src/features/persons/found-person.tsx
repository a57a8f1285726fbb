import type { InquiryRow } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { countChecks } from './check-count.ts';
import { AllChecksLink } from '#features/inquiries/person-links.tsx';
import { personOptions } from './persons.queries.ts';

/** A search that found the checks of one patient alone leads to all of them, also to those that the list does not show. */
export function FoundPerson({ rows }: { rows: readonly InquiryRow[] | undefined }) {
  const [first, ...others] = rows ?? [];
  const id = first?.person_id ?? null;
  const isOne = id !== null && others.every((row) => row.person_id === id);
  const person = useQuery({ ...personOptions(id ?? ''), enabled: isOne });
  if (!isOne || person.data === undefined) return null;
  const count = countChecks(person.data.policies);
  return (
    <Text size="sm" mb="sm">
      <AllChecksLink personId={id} words={count === 1 ? 'The one check of this member' : `All ${count} checks of this member`} />
    </Text>
  );
}
