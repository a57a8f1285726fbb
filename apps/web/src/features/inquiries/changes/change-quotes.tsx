import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { lineFacts, lineTexts, lineTitle, type SourceLine } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FactList } from '#features/inquiries/coverage/fact-list.tsx';
import { PayerText, PayerWords } from '#features/inquiries/coverage/payer-text.tsx';
import { inquiryOptions } from '#features/inquiries/inquiries.queries.ts';
import classes from './what-changed.module.css';

/** The payer's own lines in one of the two answers. */
export function LinesOf({ inquiryId, lineIds }: { inquiryId: string; lineIds: readonly string[] }) {
  const { data: inquiry, isError } = useQuery({ ...inquiryOptions(inquiryId), enabled: lineIds.length > 0, staleTime: 60_000 });
  if (lineIds.length === 0) return null;
  if (isError) return <Text size="sm">The lines could not be loaded. Open the answer to see them.</Text>;
  if (inquiry === undefined) return <Skeleton height={40} role="status" aria-label="Loading" />;
  const wanted = new Set(lineIds);
  return linesOf(inquiry.coverage)
    .filter(({ line }) => line.line_ids.some((id) => wanted.has(id)))
    .map(({ line, service }) => (
      <blockquote key={line.line_ids.join()} className={classes.quote}>
        <PayerWords>{`${lineTitle(line)}, ${service}`}</PayerWords>
        <FactList facts={lineFacts(line).filter(({ value }) => value !== null)} />
        {lineTexts(line).map((text) => (
          <PayerText key={text} text={text} quoted />
        ))}
      </blockquote>
    ));
}

/** Every line of an answer with the service it is about. */
function linesOf(coverage: Coverage | null): { line: SourceLine; service: string }[] {
  const groups = (coverage?.plans ?? []).flatMap((plan) => plan.benefit_groups);
  return groups.flatMap((group) =>
    [...group.status_details, ...group.benefits, ...Object.values(group.auxilary).flat()].map((line) => ({ line, service: group.name })),
  );
}
