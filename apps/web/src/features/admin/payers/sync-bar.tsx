import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useKeptFocus } from '#lib/use-kept-focus.ts';
import { JobLine } from '../job-line.tsx';
import { runningJobs } from '../jobs.ts';
import { useClearinghouses } from './admin-payers.queries.ts';
import { followUnfollowedJobs, syncPayers, syncSchemas } from './syncs.ts';

/** Work on all payers at once, and how far it is. */
export function SyncBar() {
  const { 'sync-payers': sync, 'sync-schemas': schemas } = runningJobs.use();
  const services = [
    { service: 'all', label: 'Sync all payers' },
    ...useClearinghouses().flatMap(({ id, name, lists_payers }) => (lists_payers ? [{ service: id, label: `Sync ${name}` }] : [])),
  ];
  useEffect(() => void followUnfollowedJobs(), []);
  return (
    <>
      <Group gap="xs" mb="sm">
        {services.map(({ service, label }) => (
          <StartButton key={service} label={label} isRunning={sync !== null} onStart={() => void syncPayers(service)} />
        ))}
        <StartButton label="Sync all schemas" isRunning={schemas !== null} onStart={() => void syncSchemas()} />
      </Group>
      <JobLine name="Syncing payers" progress={sync} />
      <JobLine name="Syncing schemas" progress={schemas} />
    </>
  );
}

/** Disabled while work of its kind runs, whoever began it; only the one that was pressed takes the focus back. */
function StartButton({ label, isRunning, onStart }: { label: string; isRunning: boolean; onStart: () => void }) {
  const [isPressed, setIsPressed] = useState(false);
  const button = useKeptFocus<HTMLButtonElement>(isPressed && isRunning);
  return (
    <Button
      ref={button}
      size="xs"
      variant="default"
      disabled={isRunning}

      onClick={() => {
        setIsPressed(true);
        onStart();
      }}
    >
      {label}
    </Button>
  );
}
