import type { PatientIdentity } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { type ShownFact, shownPatient } from '@coverlight/domain/inquiries/patient-identity.ts';
import { Text } from '@mantine/core';

/** The patient's name as typed, else as the payer returned it, which is marked. */
export function PatientName({ row }: { row: PatientIdentity }) {
  const { name } = shownPatient(row);
  return name === null ? 'No name entered' : <Marked fact={name} />;
}

/** Member id and birth date, below the name: with them two checks of one name, or of none, are told apart. */
export function PatientFacts({ row }: { row: PatientIdentity }) {
  const { memberId, birthDate } = shownPatient(row);
  if (memberId === null && birthDate === null) return null;
  return (
    <Text component="div" size="xs" c="dimmed" className="tabular">
      {memberId && <Marked fact={memberId} />}
      {memberId && birthDate && ', '}
      {birthDate && <Marked fact={birthDate} />}
    </Text>
  );
}

function Marked({ fact: { text, isReturned } }: { fact: ShownFact }) {
  return isReturned ? `${text} (as returned)` : text;
}
