import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import { type Estimate } from '@coverlight/contract/cases/estimate.schema.ts';
import type { RemittanceReading, RemittedClaim } from '@coverlight/contract/cases/remittance.schema.ts';
import { CARE_LEVELS } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { Button, Checkbox, FileInput, Group, Radio, Stack, Text } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { levelName } from '../../case-words.ts';
import { useKeptFocus } from '#lib/use-kept-focus.ts';
import { useSingleMutation } from '#lib/use-single-mutation.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { toast } from '#ui/toast.ts';
import { claimDays, ClaimAmountsView } from './claim-amounts.tsx';
import classes from '../estimates.module.css';
import { wordsOf } from '../estimate-words.ts';
import { readRemittance, useStoreRemittance } from './remittance.queries.ts';

/** A payer's remittance (835): read, shown as it would be stored, and stored only then. */
export function RemittanceDialog({ estimate, onClose }: { estimate: Estimate; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const reading = useSingleMutation({ mutationFn: (chosen: File) => readRemittance(estimate.id, chosen) });
  const button = useKeptFocus<HTMLButtonElement>(reading.isPending);
  const read = () => {
    if (file === null) setMissing('Please choose a file.');
    else reading.mutate(file);
  };
  return (
    <Dialog isOpen title="Upload a remittance" size="lg" onClose={onClose}>
      <Stack>
        <Text size="sm">
          An electronic remittance (X12 835) as the payer or your clearinghouse sends it, at most 2 MB. You see what would be stored before
          it is. Claims of other patients are not stored and not shown.
        </Text>
        <FileInput
          label="835 file"
          placeholder="Choose a file"
          clearable
          clearButtonProps={{ 'aria-label': 'Remove the file' }}
          value={file}
          disabled={reading.isPending}
          error={missing}
          onChange={(next) => {
            setFile(next);
            setMissing(null);
            reading.reset();
          }}
        />
        <ErrorBanner message={reading.isError ? wordsOf(reading.error) : null} />
        {reading.data === undefined || file === null ? (
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button ref={button} loading={reading.isPending} onClick={read}>
              Read
            </Button>
          </Group>
        ) : (
          <Choice key={reading.data.digest} estimate={estimate} file={file} reading={reading.data} onClose={onClose} />
        )}
      </Stack>
    </Dialog>
  );
}

const isTakeable = ({ does }: RemittedClaim) => does === 'store' || does === 'replace' || does === 'take-back';
const claims = (count: number) => (count === 1 ? '1 claim' : `${count.toLocaleString('en-US')} claims`);

function passedOver({ others, namesakes }: RemittanceReading): string | null {
  if (others === 0) return null;
  const named =
    namesakes === 0 ? '' : `, of which ${namesakes === 1 ? '1 has' : `${namesakes} have`} the patient’s name but another member ID`;
  return `${claims(others)} of other patients ${others === 1 ? 'was' : 'were'} passed over${named}.`;
}

function resultWords(reading: RemittanceReading, canStore: boolean): string {
  const count = reading.claims.length;
  if (count === 0) return 'This file holds no claim of this patient: neither the member ID nor the name agrees. Nothing is stored.';
  const may = `${claims(count)} may be of this patient.`;
  return canStore ? `${may} Only what you choose is stored.` : `${may} None of it can be stored.`;
}

interface ChoiceProps {
  estimate: Estimate;
  file: File;
  reading: RemittanceReading;
  onClose: () => void;
}

function Choice({ estimate, file, reading, onClose }: ChoiceProps) {
  const [chosen, setChosen] = useState(() => reading.claims.filter(({ is_chosen: is }) => is).map(({ key }) => key));
  const [level, setLevel] = useState<CareLevelKey | ''>(reading.level ?? '');
  const [providerId, setProviderId] = useState(reading.providers.length === 1 ? (reading.providers[0]?.id ?? '') : '');
  const [missing, setMissing] = useState<string | null>(null);
  const store = useStoreRemittance(estimate.id);
  const button = useKeptFocus<HTMLButtonElement>(store.isPending);
  const picked = reading.claims.filter(({ key }) => chosen.includes(key));
  const needsProvider = picked.some(({ does, provider }) => provider === null && (does === 'store' || does === 'replace'));
  const tellsRange = picked.some(({ tells_range: tells }) => tells);
  const other = passedOver(reading);
  const save = () => {
    if (chosen.length === 0) return setMissing('Please choose at least one claim.');
    if (needsProvider && providerId === '') return setMissing('Please choose the facility that billed it.');
    return store.mutate(
      { file, digest: reading.digest, claims: chosen, level: tellsRange ? level : '', providerId: needsProvider ? providerId : '' },
      {
        onSuccess: () => {
          toast({ kind: 'success', message: `${claims(chosen.length)} of the remittance ${chosen.length === 1 ? 'was' : 'were'} stored.` });
          onClose();
        },
      },
    );
  };
  const canStore = reading.claims.some(isTakeable);
  const result = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone; what came of it is what to read next.
  useEffect(() => result.current?.focus(), []);
  return (
    <>
      <Text ref={result} tabIndex={-1} size="sm" role="status">
        {resultWords(reading, canStore)}
      </Text>
      <ErrorBanner message={reading.notes} />
      {reading.claims.map((claim) => (
        <ClaimChoice
          key={claim.key}
          claim={claim}
          isChosen={chosen.includes(claim.key)}
          onChoose={(is) => {
            setMissing(null);
            setChosen((before) => (is ? [...before, claim.key] : before.filter((key) => key !== claim.key)));
          }}
        />
      ))}
      {other !== null && (
        <Text size="sm" c="dimmed">
          {other}
        </Text>
      )}
      {needsProvider && (
        <Radio.Group
          label="Facility that billed it"
          value={providerId}
          onChange={(value) => {
            setProviderId(value);
            setMissing(null);
          }}
        >
          <Stack gap={6} mt={4}>
            {reading.providers.map(({ id, name }) => (
              <Radio key={id} value={id} label={name} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {tellsRange && (
        <Radio.Group
          label="Counts for later ranges of"
          value={level}
          onChange={(value) => setLevel(CARE_LEVELS.find((each) => each === value) ?? '')}
        >
          <Group gap="xs" mt={4}>
            {CARE_LEVELS.map((each) => (
              <Radio key={each} value={each} label={levelName(each)} />
            ))}
            <Radio value="" label="None" />
          </Group>
        </Radio.Group>
      )}
      <ErrorBanner message={store.isError ? wordsOf(store.error) : missing} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {canStore ? 'Cancel' : 'Close'}
        </Button>
        {canStore && (
          <Button ref={button} loading={store.isPending} onClick={save}>
            Store
          </Button>
        )}
      </Group>
    </>
  );
}

interface ClaimChoiceProps {
  claim: RemittedClaim;
  isChosen: boolean;
  onChoose: (is: boolean) => void;
}

function ClaimChoice({ claim, isChosen, onChoose }: ClaimChoiceProps) {
  const { amounts, notes, provider, is_on_day: isOnDay } = claim;
  const titleId = useId();
  const title = claim.from === null ? 'Claim without a day' : `Claim of ${claimDays(claim)}`;
  const about = [amounts?.status, amounts?.payer, provider?.name].filter((part) => part != null).join(', ');
  return (
    <div role="group" className={classes.claim} aria-labelledby={titleId}>
      {isTakeable(claim) ? (
        <Checkbox
          id={titleId}
          label={title}
          checked={isChosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
          aria-label={title}
        />
      ) : (
        <Text fw={600} size="sm" id={titleId}>
          {title}
        </Text>
      )}
      {about !== '' && <Text size="sm">{about}</Text>}
      {amounts !== null && <ClaimAmountsView amounts={amounts} />}
      {isOnDay === false && isTakeable(claim) && <Text size="sm">The service day of the estimate does not lie in it.</Text>}
      {notes.map((note) => (
        <Text key={note} size="sm">
          {note}
        </Text>
      ))}
    </div>
  );
}
