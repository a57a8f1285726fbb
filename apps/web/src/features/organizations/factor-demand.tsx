import type { OwnOrganization } from '@coverlight/contract/organizations/organization.schema.ts';
import { Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { useRequireSecondFactor } from './organizations.queries.ts';

/** A manager may demand a second factor of everybody (docs/product.md 13.2). */
export function FactorDemand({ organization }: { organization: OwnOrganization }) {
  const demand = useRequireSecondFactor();
  const [isAsking, setIsAsking] = useState(false);
  const isOn = organization.require_second_factor;
  return (
    <>
      <ErrorBanner message={demand.isError ? placeErrors(demand.error, [], UNKNOWN_ERROR).banner : null} />
      <Switch
        label="Require a second factor of everybody"
        description="Who has none sets one up when signing in, before anything else."
        checked={demand.isPending ? demand.variables : isOn}
        disabled={demand.isPending}
        onChange={() => setIsAsking(true)}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={isOn ? 'Stop requiring a second factor?' : 'Require a second factor of everybody?'}
        confirmLabel={isOn ? 'Stop requiring it' : 'Require it'}
        isDanger={isOn}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          demand.mutate(!isOn);
        }}
      >
        <Text>
          {isOn
            ? 'A password alone is enough again for everybody who has no second factor or removes it.'
            : 'Everybody without one is signed out now and sets one up when signing in again, you too.'}
        </Text>
      </ConfirmDialog>
    </>
  );
}
