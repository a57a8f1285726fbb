import { Anchor, Text } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { PageTitle } from '#ui/page-title.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { CsvUpload } from '../csv-upload.tsx';

export function ReimbursementUploadPage() {
  const router = useRouter();
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
        kind="upload-reimbursements"
        columns="ClaimID, payer code, employer name, group number, alpha prefix, dtx, rtc, php, iop, op"
        question="NOTE: This will not modify/overwrite existing reimbursements with the same ClaimID. Do you want to continue?"
        done={() => router.navigate({ to: '/admin/reimbursements' })}
        beside={
          <Anchor component={Link} to="/admin/reimbursements" size="sm">
            Nevermind, take me back.
          </Anchor>
        }
      >
        <Text size="sm" c="dimmed">
          Only ClaimID and payer code must be filled. Percentages from 0 to 100 such as 62.50. All rows are taken over or none.
        </Text>
      </CsvUpload>
    </>
  );
}
