import type { Calculation, Estimate } from '@coverlight/contract/cases/estimate.schema.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { levelName, NETWORK_LABELS } from '../case-words.ts';
import { instantWithZone } from '#features/inquiries/coverage/checked-at.ts';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { moneyText } from '#ui/money.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { toast } from '#ui/toast.ts';
import { ActualFigures } from './actuals/actual-figures.tsx';
import classes from './estimates.module.css';
import { DELIVERY_LABELS, ESTIMATE_LOOKS, KIND_LABELS, MISSING_WORDS, rangeBasis } from './estimate-words.ts';
import { useDownloadEstimate } from './estimates.queries.ts';

// Each is asked once in the life of an estimate.
const HandOverDialog = lazy(async () => ({ default: (await import('./hand-over-dialog.tsx')).HandOverDialog }));
const RemittanceDialog = lazy(async () => ({ default: (await import('./actuals/remittance-dialog.tsx')).RemittanceDialog }));
const ActualsDialog = lazy(async () => ({ default: (await import('./actuals/actuals-dialog.tsx')).ActualsDialog }));

/** One paper: what it says, until when it is to be handed over and why, and what came of it. */
export function EstimateCard({ estimate }: { estimate: Estimate }) {
  const { kind, state, low, high, missing, totals, basis, range, delivered } = estimate;
  return (
    <article className={classes.card} aria-label={`${KIND_LABELS[kind]} of ${usDate(estimate.created_at.slice(0, 10))}`}>
      <div className={classes.head}>
        <Title order={3}>{KIND_LABELS[kind]}</Title>
        <Group gap={6}>
          {estimate.is_late && <StatusBadge tone="danger">Late</StatusBadge>}
          <StatusBadge tone={ESTIMATE_LOOKS[state].tone}>{ESTIMATE_LOOKS[state].label}</StatusBadge>
        </Group>
      </div>
      {estimate.due_at !== null && (
        <Text size="sm">
          <strong>{`To be handed over by ${usDate(estimate.due_at)}. `}</strong>
          {estimate.due_words}
        </Text>
      )}
      {delivered !== null && (
        <Text size="sm">{`Handed over ${instantWithZone(delivered.at)} by ${delivered.by.name}: ${DELIVERY_LABELS[delivered.how].toLowerCase()}.`}</Text>
      )}
      {basis !== null && (
        <Text size="sm">{`${levelName(basis.level)}, ${NETWORK_LABELS[basis.network].toLowerCase()}, ${basis.sessions === 1 ? '1 session' : `${basis.sessions} sessions`} at ${moneyText(basis.fee)}.`}</Text>
      )}
      {low !== null && high !== null && <Spans low={low} high={high} />}
      {basis !== null && missing.length > 0 && (
        <Text size="sm">{`Not worked out: ${missing.map((one) => MISSING_WORDS[one]).join(', ')} ${missing.length === 1 ? 'is' : 'are'} not known.`}</Text>
      )}
      {range !== null && (
        <Text size="xs" c="dimmed">
          {`Allowed amount: ${rangeBasis(range)}`}
        </Text>
      )}
      {estimate.lines.length > 0 && <Lines estimate={estimate} />}
      {totals.map(({ provider, charges }) => (
        <Text key={provider.id} size="sm">
          {`Expected charges of ${provider.name}: `}
          <strong>{moneyText(charges)}</strong>
        </Text>
      ))}
      {estimate.above.map(({ provider, estimated, billed, above }) => (
        <Alert key={provider.id} role="alert" color="red" icon={<IconAlertTriangle aria-hidden />} p="xs">
          {`${provider.name} bills ${moneyText(billed)}, ${moneyText(above)} above the ${moneyText(estimated)} that were estimated. From $400.00 above, the patient may dispute the bill within 120 days: look at it before it goes out.`}
        </Alert>
      ))}
      {estimate.actuals.length > 0 && estimate.above.length === 0 && (
        <Text size="sm">What was billed lies less than $400.00 above the estimate.</Text>
      )}
      <ActualFigures estimate={estimate} />
      <EstimateActions estimate={estimate} />
    </article>
  );
}

/** Both ends with the arithmetic of each, a sentence a step. */
function Spans({ low, high }: { low: Calculation; high: Calculation }) {
  const between = (a: string, b: string) => {
    const [least, most] = Number(a) <= Number(b) ? [a, b] : [b, a];
    return least === most ? moneyText(least) : `${moneyText(least)} to ${moneyText(most)}`;
  };
  const isOne = low.base === high.base;
  return (
    <>
      <p className={classes.result}>
        {'Patient '}
        <strong>{between(low.patient_pays, high.patient_pays)}</strong>
        {', plan '}
        <strong>{between(low.payer_pays, high.payer_pays)}</strong>
      </p>
      <Text size="sm">{begins(low, high)} An estimate, not a promise: $0 is possible.</Text>
      <details className={classes.fold}>
        <summary>Arithmetic, step by step</summary>
        {!isOne && <Title order={4}>At the lowest allowed amount</Title>}
        <Steps steps={low.steps} />
        {!isOne && (
          <>
            <Title order={4}>At the highest allowed amount</Title>
            <Steps steps={high.steps} />
          </>
        )}
      </details>
    </>
  );
}

function begins(low: Calculation, high: Calculation): string {
  const counts = [low.payments_begin_after, high.payments_begin_after];
  if (counts.includes(null)) return 'The plan may pay for none of these sessions.';
  const [most = 0] = counts.map(Number).toSorted((a, b) => b - a);
  if (most === 0) return 'The plan pays from the first session.';
  return `Payments begin after about ${most === 1 ? '1 session' : `${most} sessions`}.`;
}

function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className={classes.steps}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}

function Lines({ estimate }: { estimate: Estimate }) {
  return (
    <details className={classes.fold}>
      <summary>{estimate.lines.length === 1 ? '1 service' : `${estimate.lines.length} services`}</summary>
      <ul className={classes.steps}>
        {estimate.lines.map((line) => (
          <li key={`${line.service} ${line.code} ${line.charge} ${line.provider_id}`}>
            {[
              line.service,
              line.code === null ? null : [line.code_type, line.code].filter(Boolean).join(' '),
              line.diagnosis,
              `${line.quantity} × ${moneyText(line.charge)}`,
            ]
              .filter((part) => part !== null && part !== '')
              .join(', ')}
          </li>
        ))}
      </ul>
    </details>
  );
}

function EstimateActions({ estimate }: { estimate: Estimate }) {
  const [opened, setOpened] = useState<'hand-over' | 'actuals' | 'remittance' | null>(null);
  const english = useDownloadEstimate(estimate.id);
  const spanish = useDownloadEstimate(estimate.id);
  const onError = () => toast({ kind: 'danger', message: LIST_ERROR, durationMs: 5000, id: 'pdf' });
  const { state } = estimate;
  return (
    <>
      <Group gap="xs" className="no-print">
        <Button
          size="compact-sm"
          variant="default"
          loading={english.isPending}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => english.mutate('en', { onError })}
        >
          PDF in English
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          loading={spanish.isPending}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => spanish.mutate('es', { onError })}
        >
          PDF in Spanish
        </Button>
        {state === 'draft' && (
          <>
            <Button
              size="compact-sm"
              variant="default"
              renderRoot={(props) => <Link to="/estimates/$id/update" params={{ id: estimate.id }} {...props} />}
            >
              Edit
            </Button>
            <Button size="compact-sm" onClick={() => setOpened('hand-over')}>
              Hand over
            </Button>
          </>
        )}
        {state === 'delivered' && (
          <>
            <Button
              size="compact-sm"
              variant="default"
              renderRoot={(props) => (
                <Link
                  to="/cases/$id/estimates/new"
                  params={{ id: estimate.case_id }}
                  search={{ kind: estimate.kind, replaces: estimate.id }}
                  {...props}
                />
              )}
            >
              Replace
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setOpened('remittance')}>
              Upload a remittance
            </Button>
            <Button size="compact-sm" onClick={() => setOpened('actuals')}>
              Compare with the bill
            </Button>
          </>
        )}
      </Group>
      <Suspense>
        {opened === 'hand-over' && <HandOverDialog estimate={estimate} onClose={() => setOpened(null)} />}
        {opened === 'remittance' && <RemittanceDialog estimate={estimate} onClose={() => setOpened(null)} />}
        {opened === 'actuals' && <ActualsDialog estimate={estimate} onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  );
}
