import { adminPayersContract } from '@coverlight/contract/admin/admin-payers.contract.ts';
import { Text } from '@mantine/core';
import { PageTitle } from '#ui/page-title.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { CsvUpload } from '../csv-upload.tsx';

export function PrefixUploadPage() {
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: 'Payers', to: '/admin/payers' },
          { label: 'Prefixes upload', to: null },
        ]}
      />
      <PageTitle>Upload Payers Prefixes</PageTitle>
      <CsvUpload
        endpoint={adminPayersContract.uploadPrefixes}
        columns="PREFIX, PAYER NAME, PAYER ID"
        success="Payers Prefixes uploaded successfully."
        failure="Payers Prefixes failed to upload."
      >
        <Text size="sm" c="dimmed">
          PAYER ID is the payer's code. The first three characters of a member ID then choose the plan within a payer group.
        </Text>
      </CsvUpload>
    </>
  );
}
