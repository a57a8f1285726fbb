import { Button, Group, Progress, Text } from '@mantine/core';
import { useEffect } from 'react';
import { type Progress as JobProgress, runningJobs } from './jobs.ts';
import { followUnfollowedJobs, type Service, syncPayers, syncSchemas } from './syncs.ts';

const SERVICES: ReadonlyArray<{ service: Service; label: string }> = [
  { service: 'all', label: 'Sync all payers' },
  { service: 'availity', label: 'Sync Availity' },
  { service: 'pverify', label: 'Sync pVerify' },
];

/** Work on all payers at once, and how far it is. */
export function SyncBar() {
  const { sync, schemas } = runningJobs.use();
  useEffect(() => void followUnfollowedJobs(), []);
  return (
    <>
      <Group gap="xs" mb="sm">
        {SERVICES.map(({ service, label }) => (
          <Button key={service} size="xs" variant="default" disabled={sync !== null} onClick={() => void syncPayers(service)}>
            {label}
          </Button>
        ))}
        <Button size="xs" variant="default" disabled={schemas !== null} onClick={() => void syncSchemas()}>
          Sync all schemas
        </Button>
      </Group>
      <JobLine name="Syncing payers" progress={sync} />
      <JobLine name="Syncing schemas" progress={schemas} />
    </>
  );
}

function JobLine({ name, progress }: { name: string; progress: JobProgress | null }) {
  if (progress === null) return null;
  const { done, total } = progress;
  const isCounted = total !== null && total > 0;
  const count = isCounted ? `: ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}` : '…';
  return (
    <div role="status">
      <Text size="sm">{`${name}${count} (goes on if you leave this page)`}</Text>
      <Progress value={isCounted ? (done / total) * 100 : 100} animated={!isCounted} mt={4} mb="sm" aria-label={name} />
    </div>
  );
}
