import { PageTitle } from '#ui/page-title.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { CsvUpload } from '../csv-upload.tsx';

export function PayerUploadPage() {
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: 'Payers', to: '/admin/payers' },
          { label: 'Upload', to: null },
        ]}
      />
      <PageTitle>Upload Payers</PageTitle>
      <CsvUpload kind="upload-payers" columns="CODE, NAME" />
    </>
  );
}
