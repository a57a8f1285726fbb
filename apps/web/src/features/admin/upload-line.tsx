import { useEffect } from 'react';
import { JobLine } from './job-line.tsx';
import { runningJobs } from './jobs.ts';
import { followUnfollowedUploads, type UploadKind } from './uploads.ts';

/** How far the storing of a large file is, whoever sent it; on the screen that it is sent from and above the list that it changes. */
export function UploadLine({ kind }: { kind: UploadKind }) {
  const progress = runningJobs.use()[kind];
  useEffect(() => void followUnfollowedUploads(kind), [kind]);
  return <JobLine name="Storing the file" progress={progress} />;
}
