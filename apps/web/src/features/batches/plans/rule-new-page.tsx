import { PageTitle } from '#ui/page-title.tsx';
import { BatchNav } from '../batch-nav.tsx';
import { RuleForm } from './rule-form.tsx';

/** A new rule of planned checks (docs/product.md 2.18). */
export function RuleNewPage() {
  return (
    <>
      <PageTitle takesFocus={false}>Plan checks</PageTitle>
      <BatchNav />
      <RuleForm rule={null} />
    </>
  );
}
