import { mayView } from '@coverlight/domain/inquiries/inquiry-status.ts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { PageTitle } from '#ui/page-title.tsx';
import { inquiryOptions } from './inquiries.queries.ts';
import { InquiryStatusBadge } from './inquiry-status-badge.tsx';

const route = getRouteApi('/signed-in/inquiries/$id');

/** The answer to a check. Only complete and expired ones have one; all else, and whatever does not load, is NotFound. */
export function InquiryDetailPage() {
  const { id } = route.useParams();
  const inquiry = useQuery(inquiryOptions(id));
  if (inquiry.isPending) return <Skeleton height={240} />;
  if (inquiry.isError || !mayView(inquiry.data.status)) return <Navigate to="/404" replace />;
  return (
    <>
      <PageTitle>Inquiry</PageTitle>
      <InquiryStatusBadge status={inquiry.data.status} />
    </>
  );
}
