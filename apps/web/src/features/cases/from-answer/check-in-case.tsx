import type { CaseRow } from '@coverlight/contract/cases/case.schema.ts';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { caseOptions } from '../cases.queries.ts';
import { CheckCompany } from '../check-company.tsx';

/** The second check of an answer that belongs to a case: its answer joins the case, which opens. */
export function CheckInCase({ of, name }: { of: CaseRow; name: string }) {
  const router = useRouter();
  const { data } = useQuery(caseOptions(of.id));
  const company = data?.companies.find((one) => one.name === name);
  const open = () => void router.navigate({ to: '/cases/$id', params: { id: of.id } });
  if (company === undefined) return null;
  if (company.blocked === null && company.inquiry_id === null) return <CheckCompany caseId={of.id} company={company} onAsked={open} />;
  return (
    <Anchor className="no-print" renderRoot={(props) => <Link to="/cases/$id" params={{ id: of.id }} {...props} />}>
      {`See ${name} in the case`}
    </Anchor>
  );
}
