import type { X12Reading, X12Transaction } from '@coverlight/contract/admin/admin-x12.contract.ts';
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { Alert, Text, Title } from '@mantine/core';
import { AlsoSaid } from '#features/inquiries/coverage/also-said.tsx';
import { BenefitGroups } from '#features/inquiries/coverage/benefit-groups.tsx';
import { FactList } from '#features/inquiries/coverage/fact-list.tsx';
import { addressWords, personName } from '#features/inquiries/coverage/people.ts';
import { PlanSection } from '#features/inquiries/coverage/plan-section.tsx';
import classes from './read-x12-page.module.css';

/** A payer's largest answers have some 3,000. Far more of them hold up the browser for minutes. */
const MOST_SEGMENTS = 5_000;

/** Whole transactions from the first on, as many as a screen can take. */
function shownOf(transactions: readonly X12Transaction[]): X12Transaction[] {
  let segments = 0;
  return transactions.filter((transaction) => (segments += transaction.segments.length) <= MOST_SEGMENTS);
}

export function X12ReadingView({ reading }: { reading: X12Reading }) {
  const { problems, words, transactions } = reading;
  const shown = shownOf(transactions);
  return (
    <>
      <Problems problems={problems} title="Problems of the file" />
      <Words words={words} />
      {shown.length < transactions.length && (
        <Alert color="yellow" title={`${shown.length} of ${transactions.length} are shown`} my="md">
          A screen shows {MOST_SEGMENTS.toLocaleString('en-US')} segments. npm run x12:read in a terminal shows all of them.
        </Alert>
      )}
      {shown.map((transaction, at) => (
        // Control numbers repeat.
        <TransactionView key={at} transaction={transaction} />
      ))}
    </>
  );
}

function Problems({ problems, title }: { problems: X12Reading['problems']; title: string }) {
  if (problems.length === 0) return null;
  return (
    <Alert color="yellow" title={title} my="md">
      <ul className={classes.list}>
        {problems.map(({ text, position }, at) => (
          <li key={at}>{position === null ? text : `${text} (at character ${position.toLocaleString('en-US')})`}</li>
        ))}
      </ul>
    </Alert>
  );
}

function Words({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <ul className={classes.list}>
      {words.map((text, at) => (
        <li key={at}>{text}</li>
      ))}
    </ul>
  );
}

function TransactionView({ transaction }: { transaction: X12Transaction }) {
  const { code, control_number: number, problems, words, rejections, coverages } = transaction;
  const title = `${code === '' ? 'Transaction of an unknown kind' : code}${number === null ? '' : ` ${number}`}`;
  return (
    <section className={classes.transaction} aria-label={title}>
      <Title order={2}>{title}</Title>
      <Problems problems={problems} title="Problems of the transaction" />
      <Words words={[...words, ...rejections.map(({ loop, text }) => `Rejected${loop === '' ? '' : ` in ${loop}`}: ${text}`)]} />
      <div className={classes.columns}>
        <div className={classes.answers}>
          {coverages.map((coverage, at) => (
            <CoverageReading key={at} coverage={coverage} />
          ))}
          {coverages.length === 0 && (
            <Text size="sm" c="dimmed">
              This transaction answers nothing about a patient.
            </Text>
          )}
        </div>
        <Segments transaction={transaction} />
      </div>
    </section>
  );
}

function CoverageReading({ coverage }: { coverage: Coverage }) {
  const { patient, notices, plans, facts } = coverage;
  const people = [
    { label: 'Payer', value: coverage.payer_name },
    { label: 'Payer ID', value: coverage.payer_id },
    { label: 'Patient', value: personName(patient) },
    { label: 'Birth date', value: patient?.dob ? usDate(patient.dob) : null },
    { label: 'Member ID', value: patient?.member_id ?? null },
    { label: 'Address', value: addressWords(patient?.address ?? null) },
    { label: 'Subscriber', value: personName(coverage.subscriber) },
    ...(patient?.facts ?? []),
    ...facts,
  ];
  return (
    <>
      <FactList facts={people} columns />
      <Words words={notices.map(({ text }) => text)} />
      {plans.map((plan, at) => (
        <div key={at} className={classes.plan}>
          <PlanSection plan={plan} />
          <BenefitGroups groups={plan.benefit_groups} networks={null} />
        </div>
      ))}
      {coverage.also_said.length > 0 && <AlsoSaid lines={coverage.also_said} />}
    </>
  );
}

const PLACES = { answer: 'In the answer', 'also-said': 'Also said', problem: 'Not placed', structure: 'Structure' } as const;

function countWords({ counts }: X12Transaction): string | null {
  if (counts === null) return null;
  const { segments, answer, also_said: alsoSaid, problem, structure } = counts;
  return `${segments} segments: ${answer} in the answer, ${alsoSaid} also said, ${problem} not placed, ${structure} of structure.`;
}

function Segments({ transaction }: { transaction: X12Transaction }) {
  const words = countWords(transaction);
  return (
    <div>
      {words !== null && <Text size="sm">{words}</Text>}
      <table className={classes.segments} aria-label="Segments">
        <thead>
          <tr>
            <th scope="col">Loop</th>
            <th scope="col">Segment</th>
            <th scope="col">Where it went</th>
          </tr>
        </thead>
        <tbody>
          {transaction.segments.map(({ text, position, place, loop, line }) => (
            <tr key={position}>
              <td>{loop}</td>
              <td className={classes.text}>{text}</td>
              <td>{place !== null && [PLACES[place], line].filter(Boolean).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
