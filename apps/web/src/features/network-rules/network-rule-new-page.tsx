import { PageTitle } from '#ui/page-title.tsx';
import { RuleForm } from './rule-form.tsx';

export function NetworkRuleNewPage() {
  return (
    <>
      <PageTitle>Add a network rule</PageTitle>
      <RuleForm rule={null} />
    </>
  );
}
