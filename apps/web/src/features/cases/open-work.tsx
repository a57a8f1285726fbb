import type { Case, CaseCompany } from '@coverlight/contract/cases/case.schema.ts';
import { Button, Group, Text, Title } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PhoneLink } from '#features/inquiries/coverage/phone-link.tsx';
import { PayerWords } from '#features/inquiries/coverage/payer-text.tsx';
import { isOpen, mayView } from '@coverlight/domain/inquiries/inquiry-status.ts';
import { placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { useMakeCallSheet } from './calls/calls.queries.ts';
import { openWords } from './case-words.ts';
import classes from './cases.module.css';
import { CheckCompany } from './check-company.tsx';

/** What is not known yet, and one way on for each reason: ask who was not asked, check who administers care, call for the rest. */
export function OpenWork({ of }: { of: Case }) {
  const { known, companies, inquiries } = of;
  const isAsking = inquiries.some(({ status }) => isOpen(status));
  const toCall = known.not_stated + known.not_clear;
  const isEnded = ['admitted', 'declined', 'closed'].includes(of.state);
  const waiting = companies.filter(({ inquiry_id: asked, blocked }) => asked === null && blocked === null);
  return (
    <section className={classes.card} aria-labelledby="open-work">
      <div className={classes.head}>
        <Title order={2} id="open-work">{`Known ${known.known} of ${known.of}`}</Title>
        <Text size="sm" c="dimmed" role="status">
          {isAsking ? `${openWords(known)}; a payer is still being asked` : openWords(known)}
        </Text>
      </div>
      {isEnded && <Text size="sm">This case has ended. Choose another state to work on it again.</Text>}
      {!isEnded && (
        <Group gap="xs" align="center">
          {known.not_asked > 0 && waiting.length === 0 && (
            <Button variant="default" renderRoot={(props) => <Link to="/cases/$id/ask" params={{ id: of.id }} {...props} />}>
              Ask it
            </Button>
          )}
          {toCall > 0 && <MakeCall caseId={of.id} count={toCall} />}
        </Group>
      )}
      {companies.length > 0 && (
        <ul className={classes.plain}>
          {companies.map((company) => (
            <Company key={company.name} of={of} company={company} isEnded={isEnded} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Company({ of, company, isEnded }: { of: Case; company: CaseCompany; isEnded: boolean }) {
  const asked = of.inquiries.find(({ id }) => id === company.inquiry_id) ?? null;
  const hasFailed = asked !== null && !mayView(asked.status) && !isOpen(asked.status);
  return (
    <li className={classes.row}>
      <span className={classes.grow}>
        <strong>
          <PayerWords isClamped>{company.name}</PayerWords>
        </strong>
        {`: ${stateWords(company, hasFailed)} `}
        {company.phone !== null && <PhoneLink number={company.phone} />}
      </span>
      {!isEnded && company.blocked === null && asked === null && <CheckCompany caseId={of.id} company={company} />}
      {!isEnded && hasFailed && <MakeCall caseId={of.id} company={company.name} />}
    </li>
  );
}

function stateWords({ role, blocked, inquiry_id: asked }: CaseCompany, hasFailed: boolean): string {
  const why = role === 'carve-out' ? 'administers care of these levels' : 'pays besides';
  if (hasFailed) return `${why}; it could not be asked, and the first answer stands as it was. Please call.`;
  if (asked !== null || blocked === 'asked') return `${why}; it was asked in this case.`;
  if (blocked === 'too-many') return `${why}; three companies were asked one because of the other. Please call.`;
  return `${why}; it was not asked yet.`;
}

interface MakeCallProps {
  caseId: string;
  /** Whom; absent: whoever has the say about the most that is open. */
  company?: string;
  count?: number;
}

/** A call sheet with what only a call can tell, opened at once. */
function MakeCall({ caseId, company, count }: MakeCallProps) {
  const make = useMakeCallSheet(caseId);
  return (
    <>
      <Button
        variant="default"
        loading={make.isPending}
        leftSection={<IconPhone size={16} aria-hidden />}
        onClick={() => make.mutate(company === undefined ? {} : { company })}
      >
        {company === undefined ? `Call for ${count === 1 ? '1 value' : `${count} values`}` : `Call ${company}`}
      </Button>
      <ErrorBanner message={make.isError ? placeErrors(make.error, [], UNKNOWN_ERROR).banner : null} />
    </>
  );
}
