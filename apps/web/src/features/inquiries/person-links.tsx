/** Ways from a check to all checks of its patient. Nothing where the check belongs to nobody yet. */
import { ActionIcon, Anchor, Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

/** In a row of the list. `name` is the patient's, for screen readers. */
export function RowPersonLink({ personId, name }: { personId: string | null; name: string }) {
  if (personId === null) return null;
  return (
    <ActionIcon
      component={Link}
      to={`/persons/${personId}`}
      variant="subtle"
      title="All checks of this patient"
      aria-label={`All checks of ${name}`}
    >
      <IconHistory size={18} aria-hidden />
    </ActionIcon>
  );
}

/** On an answer. */
export function AllChecksButton({ personId }: { personId: string | null }) {
  if (personId === null) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconHistory size={16} aria-hidden />}
      renderRoot={(props) => <Link to="/persons/$id" params={{ id: personId }} {...props} />}
    >
      All checks
    </Button>
  );
}

export function AllChecksLink({ personId, words }: { personId: string; words: string }) {
  return <Anchor renderRoot={(props) => <Link to="/persons/$id" params={{ id: personId }} {...props} />}>{words}</Anchor>;
}
