import { adminPayersContract } from '@coverlight/contract/admin/admin-payers.contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { PageTitle } from '#ui/page-title.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { CsvUpload } from '../csv-upload.tsx';
import { PAYERS_KEY } from './admin-payers.queries.ts';

export function PayerUploadPage() {
  const client = useQueryClient();
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: 'Payers', to: '/admin/payers' },
          { label: 'Upload', to: null },
        ]}
      />
      <PageTitle>Upload Payers</PageTitle>
      <CsvUpload
        endpoint={adminPayersContract.upload}
        columns="CODE, NAME"
        success="Payers uploaded successfully."
        failure="Payers failed to upload."
        done={() => client.invalidateQueries({ queryKey: PAYERS_KEY })}
      />
    </>
  );
}
