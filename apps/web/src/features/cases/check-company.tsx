import type { CaseCompany } from '@coverlight/contract/cases/case.schema.ts';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { payersOptions } from '#features/payers/payers.queries.ts';
import { PayerSelect } from '#features/payers/payer-select.tsx';
import { placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useKeptFocus } from '#lib/use-kept-focus.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { toast } from '#ui/toast.ts';
import { useCheckCompany } from './cases.queries.ts';

// Asked only where the company's name is no payer's.
const Dialog = lazy(async () => ({ default: (await import('#ui/dialog.tsx')).Dialog }));

interface CheckCompanyProps {
  caseId: string;
  company: Pick<CaseCompany, 'name' | 'payer_id' | 'member_id'>;
  /** Where what came of it is seen. */
  onAsked?: () => void;
}

/** One press asks the company that an answer names, for the same patient and levels; the answer joins the case (product.md 20.4). */
export function CheckCompany({ caseId, company, onAsked }: CheckCompanyProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const check = useCheckCompany(caseId, (status) => {
    setIsChoosing(false);
    const isAnswered = status === 'complete';
    const words = isAnswered ? 'has answered; its answer has joined the case.' : 'was asked; the case shows what comes of it.';
    toast({ kind: isAnswered ? 'success' : 'info', message: `${company.name} ${words}` });
    onAsked?.();
  });
  const button = useKeptFocus<HTMLButtonElement>(check.isPending);
  const seconds = useSecondsOf(check.isPending);
  const ask = (body: { payer_id?: string; memberId?: string }) => check.mutate({ company: company.name, ...body });
  const fault = check.isError ? wordsOf(check.error) : null;
  return (
    <Stack gap={4} align="flex-start">
      <Button
        ref={button}
        size="compact-md"
        // A long name breaks on a phone.
        styles={{ root: { height: 'auto', minHeight: 30 }, label: { whiteSpace: 'normal' } }}
        loading={check.isPending && !isChoosing}
        data-key="check-company"
        onClick={() => (company.payer_id === null ? setIsChoosing(true) : ask({}))}
      >
        {`Check ${company.name} now`}
      </Button>
      <Text size="xs" c="dimmed" role="status">
        {check.isPending && seconds >= 3 && `${seconds} s so far; you can leave, the case will show the answer.`}
      </Text>
      {!isChoosing && <ErrorBanner message={fault} />}
      {isChoosing && (
        <Suspense>
          <Dialog isOpen title={`Which payer is ${company.name}?`} onClose={() => setIsChoosing(false)}>
            <ChoosePayer company={company} isAsking={check.isPending} fault={fault} onAsk={ask} onCancel={() => setIsChoosing(false)} />
          </Dialog>
        </Suspense>
      )}
    </Stack>
  );
}

/** What the server says of any field of the form, since here is none to put it under. */
const wordsOf = (error: unknown): string => placeErrors(error, [], UNKNOWN_ERROR).banner ?? UNKNOWN_ERROR;

interface ChoosePayerProps {
  company: CheckCompanyProps['company'];
  isAsking: boolean;
  fault: string | null;
  onAsk: (body: { payer_id?: string; memberId?: string }) => void;
  onCancel: () => void;
}

function ChoosePayer({ company, isAsking, fault, onAsk, onCancel }: ChoosePayerProps) {
  const payers = useQuery(payersOptions);
  const [choice, setChoice] = useState({ payerId: '', childId: '' });
  const [memberId, setMemberId] = useState(company.member_id ?? '');
  const [missing, setMissing] = useState<string>();
  const ask = () => {
    const payerId = choice.childId === '' ? choice.payerId : choice.childId;
    if (payerId === '') return setMissing('Please choose a payer.');
    return onAsk({ payer_id: payerId, ...(memberId.trim() === '' ? {} : { memberId: memberId.trim() }) });
  };
  return (
    <Stack>
      <ErrorBanner message={fault} />
      <Text size="sm">No payer of the list has exactly this name. Please choose the one that it is.</Text>
      <PayerSelect
        payers={payers.data ?? []}
        value={choice}
        wanted={company.name}
        error={missing}
        onChange={(next) => {
          setChoice(next);
          setMissing(undefined);
        }}
      />
      <TextInput
        label="Member ID there"
        description="As the answer told it. Empty: the member ID of the first check."
        autoComplete="off"
        value={memberId}
        onChange={(event) => setMemberId(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button loading={isAsking} onClick={ask}>
          Check
        </Button>
      </Group>
    </Stack>
  );
}

/** Whole seconds since it began; 0 while it does not run. */
function useSecondsOf(isRunning: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!isRunning) return undefined;
    const begun = Date.now();
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - begun) / 1000)), 1000);
    return () => {
      clearInterval(timer);
      setSeconds(0);
    };
  }, [isRunning]);
  return seconds;
}
