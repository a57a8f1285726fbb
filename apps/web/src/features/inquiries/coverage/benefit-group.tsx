import type { BenefitGroup, NetworkCode, StatusDetail } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { countLines } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import { CURRENT, statusWords } from '@coverlight/domain/inquiries/coverage/status-tone.ts';
import { Text, Title, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { memo, useId, useState } from 'react';
import { useCurrentUser } from '#lib/session.ts';
import { StatusBadge } from '#ui/status-badge.tsx';
import { AuxiliaryLists } from './auxiliary-lists.tsx';
import classes from './benefit-group.module.css';
import { BenefitTable } from './benefit-table.tsx';
import { LineNotes } from './line-notes.tsx';
import { SourceButton } from './line-source.tsx';
import { authorizationWords, lineConditions, lineTexts } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { AdditionalPayers, ContactList } from './parties.tsx';
import { PayerWords } from './payer-text.tsx';
import { RawData } from './raw-data.tsx';
import { useReading } from './reading.ts';
import { usePrinting } from './use-printing.ts';

interface BenefitGroupSectionProps {
  group: BenefitGroup;
  networks: readonly NetworkCode[] | null;
  startsOpen: boolean;
}

/** One service. Its lines are rendered only while it is open. */
export const BenefitGroupSection = memo(function BenefitGroupSection({ group, networks, startsOpen }: BenefitGroupSectionProps) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isPrinting = usePrinting();
  const isOpen = isPrinting || (chosen ?? (startsOpen && !isBare(group)));
  const bodyId = useId();
  const lines = countLines(group);
  return (
    <section className={classes.group}>
      <div className={classes.head}>
        <Title order={3} className={classes.title}>
          <UnstyledButton className={classes.toggle} aria-expanded={isOpen} aria-controls={bodyId} onClick={() => setChosen(!isOpen)}>
            <IconChevronRight size={16} className={classes.chevron} aria-hidden />
            <PayerWords isClamped={!isOpen}>{group.name}</PayerWords>
          </UnstyledButton>
        </Title>
        {group.code && <Text span size="xs" c="dimmed">{`Service type ${group.code}`}</Text>}
        {(group.status !== null || group.status_code !== null) && <GroupStatus status={group.status} code={group.status_code} />}
        <Text span size="xs" c="dimmed" className={classes.count}>
          {lines === 1 ? '1 line' : `${lines} lines`}
        </Text>
      </div>
      <div id={bodyId} className={classes.body} hidden={!isOpen}>
        {isOpen && <GroupBody group={group} networks={networks} />}
      </div>
    </section>
  );
});

export function GroupStatus({ status, code }: { status: string | null; code: string | null }) {
  const { tone, label } = statusWords(status, code, useReading());
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

function GroupBody({ group, networks }: { group: BenefitGroup; networks: readonly NetworkCode[] | null }) {
  const isAdmin = useCurrentUser()?.is_admin === true;
  return (
    <>
      {isBare(group) && (
        <Text size="sm" c="dimmed">
          {group.status === null
            ? 'The payer named this service and said nothing more about it.'
            : 'The payer gave this status and nothing more.'}
        </Text>
      )}
      <StatusDetails details={group.status_details} service={group.name} />
      {group.benefits.length > 0 && <BenefitTable service={group.name} benefits={group.benefits} networks={networks} />}
      <AuxiliaryLists auxilary={group.auxilary} service={group.name} />
      {group.additional_payers.length > 0 && <AdditionalPayers payers={group.additional_payers} title="Other payers for this service" />}
      {group.contacts.length > 0 && <ContactList contacts={group.contacts} title="Contacts" />}
      {isAdmin && <RawData data={group} />}
    </>
  );
}

/** A single status that says nothing more already stands in the heading. */
const tellingStatuses = (details: readonly StatusDetail[]) => (details.length === 1 ? details.filter(saysMore) : details);

/** True where the heading already tells everything that the payer said of the service. */
function isBare(group: BenefitGroup): boolean {
  const isSilent = group.benefits.length === 0 && group.additional_payers.length === 0 && group.contacts.length === 0;
  return isSilent && tellingStatuses(group.status_details).length === 0 && Object.values(group.auxilary).flat().length === 0;
}

const saysMore = (detail: StatusDetail) =>
  detail.network_code !== 'noNetwork' ||
  detail.level !== null ||
  authorizationWords(detail) !== null ||
  lineConditions(detail).length > 0 ||
  lineTexts(detail).length > 0 ||
  statusWords(detail.status, detail.status_code, CURRENT).help !== null;

/** Statuses with all they were stated for. */
function StatusDetails({ details, service }: { details: readonly StatusDetail[]; service: string }) {
  const reading = useReading();
  const told = tellingStatuses(details);
  if (told.length === 0) return null;
  return (
    <ul className={classes.statuses}>
      {told.map((detail) => {
        const { tone, label, payerWords, help } = statusWords(detail.status, detail.status_code, reading);
        const authorization = authorizationWords(detail);
        return (
          <li key={detail.line_ids.join()}>
            <div className={classes.statusLine}>
              <StatusBadge tone={tone}>{label}</StatusBadge>
              <SourceButton about={`Status ${label}`} service={service} lines={[detail]}>
                {[payerWords, detail.network_code === 'noNetwork' ? null : detail.network, detail.level].filter(Boolean).join(' · ') ||
                  'Status of this service'}
              </SourceButton>
              {authorization && <span className={classes.small}>{`Authorization: ${authorization.toLowerCase()}`}</span>}
            </div>
            {help && <Text size="xs">{help}</Text>}
            <LineNotes line={detail} />
          </li>
        );
      })}
    </ul>
  );
}
