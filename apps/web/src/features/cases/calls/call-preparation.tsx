import { FIXED_QUESTIONS, type CallSheet, type FixedQuestion, type PhoneOrigin } from '@coverlight/contract/cases/call-sheet.schema.ts';
import { phoneText } from '@coverlight/domain/inquiries/coverage/summary-words.ts';
import { Button, Checkbox, Group, Radio, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { PayerWords } from '#features/inquiries/coverage/payer-text.tsx';
import { isPhone, PhoneLink } from '#features/inquiries/coverage/phone-link.tsx';
import { placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { phoneMask } from '#ui/digit-mask.ts';
import { DigitsInput } from '#ui/digits-input.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { useChangeSheet } from './calls.queries.ts';
import classes from './calls.module.css';

export const ORIGIN_WORDS: Readonly<Record<PhoneOrigin, string>> = {
  administrator: 'of the company that administers this care',
  'service-contact': 'named on the lines of the service',
  'plan-contact': 'named for the plan',
  'payer-contact': 'of the payer itself',
  'payer-list': 'from the list of payers’ numbers',
  typed: 'typed, from the member’s card',
};

const FIXED_LABELS: Readonly<Record<FixedQuestion, string>> = {
  reviewer: 'Who reviews, and their number',
  'authorization-first-day': 'Authorization from the first day',
  'left-and-reset': 'What is left, and when it resets',
  'counted-together': 'Substance use and mental health counted together',
  accreditation: 'Accreditation or licence',
  'out-of-network-basis': 'How out of network is paid',
  'single-case': 'Single case agreement',
  'claims-address': 'Claims address and payer ID',
  'timely-filing': 'Timely filing',
};

const isFixed = (question: string): question is FixedQuestion => (FIXED_QUESTIONS as readonly string[]).includes(question);

/** Whom to call and why at that number, and what will be asked. */
export function CallPreparation({ sheet, start }: { sheet: CallSheet; start: ReactNode }) {
  const change = useChangeSheet(sheet);
  const fixed = sheet.questions.map(({ question }) => question).filter(isFixed);
  const own = sheet.questions.length - fixed.length;
  const fault = change.isError ? (placeErrors(change.error, [], UNKNOWN_ERROR).banner ?? UNKNOWN_ERROR) : null;
  return (
    <section className={classes.card} aria-labelledby="whom">
      <Title order={2} id="whom">
        {sheet.company === null ? 'Whom to call' : `Call ${sheet.company}`}
      </Title>
      <ErrorBanner message={fault} />
      <ChosenNumber sheet={sheet} />
      <Group>{start}</Group>
      <Numbers sheet={sheet} isBusy={change.isPending} onNumber={(phone, phone_origin) => change.mutate({ phone, phone_origin })} />
      <details className={classes.fold}>
        <summary>{`Questions: ${own} of the grid, ${fixed.length} of the list`}</summary>
        <Stack mt="sm">
          <Checkbox.Group
            label="Also ask"
            value={fixed}
            onChange={(next) => change.mutate({ fixed: FIXED_QUESTIONS.filter((question) => next.includes(question)) })}
          >
            <Stack gap={6} mt={4}>
              {FIXED_QUESTIONS.map((question) => (
                <Checkbox key={question} value={question} label={FIXED_LABELS[question]} disabled={change.isPending} />
              ))}
            </Stack>
          </Checkbox.Group>
          <ol className={classes.questions}>
            {sheet.questions.map((question) => (
              <li key={`${question.question} ${question.level} ${question.network}`}>
                {question.words}
                {question.said !== null && <Said said={question.said} by={question.said_by} />}
              </li>
            ))}
          </ol>
        </Stack>
      </details>
    </section>
  );
}

/** What the answers say already, so that the caller can hold it against the voice. */
export function Said({ said, by }: { said: string; by: string | null }) {
  return (
    <span className={classes.said}>
      {'The answer says'}
      {by !== null && ` (${by})`}
      {': '}
      <PayerWords>{said}</PayerWords>
    </span>
  );
}

function ChosenNumber({ sheet: { phone, phone_origin: origin, phones } }: { sheet: CallSheet }) {
  if (phone === null) return <Text>No number is known. Please type the one on the member’s card.</Text>;
  const choice = phones.find((one) => one.phone === phone && one.origin === origin);
  return (
    <p className={classes.number}>
      {isPhone('phone', phone) ? <PhoneLink number={phone} /> : phone}
      <span className={classes.said}>{choice?.words ?? (origin === null ? '' : ORIGIN_WORDS[origin])}</span>
    </p>
  );
}

interface NumbersProps {
  sheet: CallSheet;
  isBusy: boolean;
  onNumber: (phone: string, origin: PhoneOrigin) => void;
}

function Numbers({ sheet, isBusy, onNumber }: NumbersProps) {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const use = () => {
    if (typed.length !== 10) return setFault('Please enter a phone number with 10 digits.');
    setFault(null);
    return onNumber(typed, 'typed');
  };
  const chosen = sheet.phones.findIndex(({ phone, origin }) => phone === sheet.phone && origin === sheet.phone_origin);
  return (
    <details className={classes.fold} open={sheet.phone === null}>
      <summary>Another number</summary>
      <Stack mt="sm">
        {sheet.phones.length > 0 && (
          <Radio.Group
            label="Known numbers"
            value={String(chosen)}
            onChange={(index) => {
              const next = sheet.phones[Number.parseInt(index, 10)];
              if (next) onNumber(next.phone, next.origin);
            }}
          >
            <Stack gap={6} mt={4}>
              {sheet.phones.map(({ phone, origin, name, words }, index) => (
                <Radio
                  key={`${phone} ${origin}`}
                  value={String(index)}
                  disabled={isBusy}
                  label={[phoneText(phone), name].filter((part) => part !== null).join(', ')}
                  description={words}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <Group align="flex-end" gap="sm">
          <DigitsInput
            label="Number on the member’s card"
            mask={phoneMask}
            value={typed}
            onChange={setTyped}
            error={fault}
            inputMode="tel"
          />
          <Button variant="default" loading={isBusy} onClick={use}>
            Use this number
          </Button>
        </Group>
      </Stack>
    </details>
  );
}
