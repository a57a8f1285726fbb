import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { browserZone } from '#ui/calendar-date.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { dateMask, isoFromDateDigits } from '#ui/digit-mask.ts';
import { DigitsInput } from '#ui/digits-input.tsx';
import { snoozeChoices, snoozeFault, startOfDay } from './snooze-times.ts';

interface SnoozeDialogProps {
  /** Whom it is about. */
  patient: string;
  /** `until` is an instant. */
  onSnooze: (until: string) => void;
  onClose: () => void;
}

/** Until when it may rest. The first choice has the focus: S and Enter let it rest until tomorrow. */
export function SnoozeDialog({ patient, onSnooze, onClose }: SnoozeDialogProps) {
  const [now] = useState(() => new Date());
  const [digits, setDigits] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const day = isoFromDateDigits(digits);
    const wrong = snoozeFault(day, now, browserZone());
    setFault(wrong);
    if (wrong === null && day !== null) onSnooze(startOfDay(day));
  };
  return (
    <Dialog isOpen title="Snooze until" onClose={onClose}>
      <Text mb="sm">{`${patient} comes back on that day. Until then it is found under Snoozed.`}</Text>
      <Stack gap="xs">
        {snoozeChoices(now, browserZone()).map(({ label, day }, index) => (
          <Button
            key={day}
            variant="default"
            onClick={() => onSnooze(startOfDay(day))}
            {...(index === 0 ? { 'data-autofocus': true } : {})}
          >
            {label}
          </Button>
        ))}
        <form onSubmit={send} noValidate>
          <Group align="flex-end" gap="sm">
            <DigitsInput label="On a date" mask={dateMask} value={digits} onChange={setDigits} placeholder="MM/DD/YYYY" error={fault} />
            <Button type="submit" variant="default">
              Snooze until then
            </Button>
          </Group>
        </form>
      </Stack>
    </Dialog>
  );
}
