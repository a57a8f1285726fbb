import type { Member } from '@coverlight/contract/users/user.schema.ts';
import { Button } from '@mantine/core';
import type { Path, UseFormReturn } from 'react-hook-form';
import type { useUserVersion } from './use-user-version.ts';

interface PersonValues {
  first_name: string;
}

/** Offered once saving was refused because somebody else changed the person: what was typed here stays, all else becomes theirs. */
export function LoadNewest<Values extends PersonValues>(props: {
  form: UseFormReturn<Values>;
  version: ReturnType<typeof useUserVersion>;
  startOf: (user: Member) => Values;
}) {
  const { form, version, startOf } = props;
  const { newest } = version;
  if (newest === null) return null;
  const load = () => {
    form.reset(startOf(newest), { keepDirtyValues: true });
    version.takeOver(newest);
    // The button goes away, and the focus must not go with it.
    form.setFocus('first_name' as Path<Values>);
  };
  return (
    <Button variant="default" onClick={load}>
      Load the newest
    </Button>
  );
}
