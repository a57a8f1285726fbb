import { adminReimbursementsContract } from '@coverlight/contract/admin/admin-reimbursements.contract.ts';
import { Anchor, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { PageTitle } from '#ui/page-title.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { CsvUpload } from '../csv-upload.tsx';
import { REIMBURSEMENTS_KEY } from './reimbursements.queries.ts';

export function ReimbursementUploadPage() {
  const router = useRouter();
  const client = useQueryClient();
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: 'Reimbursements', to: '/admin/reimbursements' },
          { label: 'Upload', to: null },
        ]}
      />
      <PageTitle>Upload Reimbursements</PageTitle>
      <CsvUpload
        endpoint={adminReimbursementsContract.upload}
        columns="ClaimID, payer code, employer name, group number, alpha prefix, dtx, rtc, php, iop, op"
        success="Reimbursements uploaded successfully."
        failure="Reimbursements failed to upload."
        question="NOTE: This will not modify/overwrite existing reimbursements with the same ClaimID. Do you want to continue?"
        done={async () => {
          await client.invalidateQueries({ queryKey: REIMBURSEMENTS_KEY });
          await router.navigate({ to: '/admin/reimbursements' });
        }}
        beside={
          <Anchor component={Link} to="/admin/reimbursements" size="sm">
            Nevermind, take me back.
          </Anchor>
        }
      >
        <Text size="sm" c="dimmed">
          Only ClaimID and payer code must be filled. Percentages such as 62.50. All rows are taken over or none.
        </Text>
      </CsvUpload>
    </>
  );
}
