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
      <CsvUpload kind="upload-prefixes" columns="PREFIX, PAYER NAME, PAYER ID">
        <Text size="sm" c="dimmed">
          PAYER ID is the payer's code; where a name is given it must be a name of that payer. The first three characters of a member ID
          then choose the plan within a payer group.
        </Text>
      </CsvUpload>
    </>
  );
}
