import type { Actual, Estimate } from '@coverlight/contract/cases/estimate.schema.ts';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { moneyText } from '#ui/money.tsx';
import { TwoColumns } from '#ui/two-columns.tsx';
import { isDollars } from '../estimate-values.ts';
import { useChangeEstimate } from '../estimates.queries.ts';
import { wordsOf } from '../estimate-words.ts';

const AMOUNTS = [
  { key: 'billed', label: 'Billed' },
  { key: 'allowed', label: 'Allowed (optional)' },
  { key: 'paid', label: 'Paid by the plan (optional)' },
  { key: 'patient', label: 'Patient’s part (optional)' },
] as const;
type AmountKey = (typeof AMOUNTS)[number]['key'];
type Typed = Record<AmountKey, string>;

const bare = (typed: string) => typed.replaceAll(/[$,\s]/g, '');
const orNull = (typed: string) => (bare(typed) === '' ? null : bare(typed));

function startOf(estimate: Estimate): Record<string, Typed> {
  return Object.fromEntries(
    estimate.totals.map(({ provider }) => {
      const known = estimate.actuals.find(({ provider_id: id }) => id === provider.id);
      return [
        provider.id,
        { billed: known?.billed ?? '', allowed: known?.allowed ?? '', paid: known?.paid ?? '', patient: known?.patient ?? '' },
      ];
    }),
  );
}

/** What a bill will say or said, held against the estimate before it goes out; the estimate is settled by a press of its own. */
export function ActualsDialog({ estimate, onClose }: { estimate: Estimate; onClose: () => void }) {
  const [typed, setTyped] = useState(() => startOf(estimate));
  const [faults, setFaults] = useState<Record<string, string>>({});
  const change = useChangeEstimate(estimate);
  const read = (): Actual[] | null => {
    const wrong: Record<string, string> = {};
    for (const [id, amounts] of Object.entries(typed)) {
      for (const { key } of AMOUNTS) {
        const isMissing = key === 'billed' && bare(amounts[key]) === '';
        if (isMissing || (bare(amounts[key]) !== '' && !isDollars(amounts[key])))
          wrong[`${id} ${key}`] = 'Please enter dollars such as 150.00.';
      }
    }
    setFaults(wrong);
    if (Object.keys(wrong).length > 0) return null;
    return Object.entries(typed).map(([id, { billed, allowed, paid, patient }]) => ({
      provider_id: id,
      billed: bare(billed),
      allowed: orNull(allowed),
      paid: orNull(paid),
      patient: orNull(patient),
    }));
  };
  const save = (isSettled: boolean) => {
    const actuals = read();
    if (actuals !== null) change.mutate({ actuals, ...(isSettled ? { state: 'settled' as const } : {}) }, { onSuccess: onClose });
  };
  return (
    <Dialog isOpen title="Compare with the bill" size="lg" onClose={onClose}>
      <Stack>
        <ErrorBanner message={change.isError ? wordsOf(change.error) : null} />
        {estimate.totals.map(({ provider, charges }) => (
          <section key={provider.id} aria-label={provider.name}>
            <Text fw={600}>{`${provider.name}: ${moneyText(charges)} expected`}</Text>
            <TwoColumns>
              {AMOUNTS.map(({ key, label }) => (
                <TextInput
                  key={key}
                  label={label}
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={14}
                  value={typed[provider.id]?.[key] ?? ''}
                  error={faults[`${provider.id} ${key}`]}
                  onChange={(event) => {
                    const next = event.currentTarget.value;
                    setTyped((before) => {
                      const own = before[provider.id];
                      return own === undefined ? before : { ...before, [provider.id]: { ...own, [key]: next } };
                    });
                  }}
                />
              ))}
            </TwoColumns>
          </section>
        ))}
        <Text size="sm">
          Comparing stores the amounts and changes nothing else. A settled estimate is not changed any more, and its amounts count for later
          ranges.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" loading={change.isPending} onClick={() => save(false)}>
            Compare
          </Button>
          <Button loading={change.isPending} onClick={() => save(true)}>
            Settle
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
