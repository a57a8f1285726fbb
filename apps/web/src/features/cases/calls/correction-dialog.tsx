import type { CallAnswer, CallSheet, CallValue } from '@coverlight/contract/cases/call-sheet.schema.ts';
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSingleMutation } from '#lib/use-single-mutation.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { toast } from '#ui/toast.ts';
import { CallQuestionView } from './call-question.tsx';
import { sendAnswers, useShowSheet } from './calls.queries.ts';

/** What was written down wrongly of the same call. What another call told is a call of its own. */
export function CorrectionDialog({ sheet, answer, onClose }: { sheet: CallSheet; answer: CallAnswer; onClose: () => void }) {
  const show = useShowSheet();
  const correct = useSingleMutation({
    mutationFn: (value: CallValue) =>
      sendAnswers(sheet.id, {
        rep_name: answer.rep_name,
        reference_no: answer.reference_no,
        called_at: answer.called_at,
        ended_at: answer.ended_at,
        on_hold_seconds: answer.on_hold_seconds,
        answers: [{ question: answer.question, level: answer.level, network: answer.network, value, supersedes: answer.id }],
      }),
    onSuccess: async (stored) => {
      toast({ kind: 'success', message: 'The correction was saved; what stood before stays readable.' });
      await show(stored);
      onClose();
    },
  });
  const question = useMemo(
    () => sheet.questions.find((one) => one.question === answer.question && one.level === answer.level && one.network === answer.network),
    [sheet, answer],
  );
  if (question === undefined) return null;
  return (
    <Dialog isOpen title="Correct what was told" size="lg" onClose={onClose}>
      <Text
        size="sm"
        mb="sm"
      >{`For a slip of the pen in the same call (${answer.rep_name}, reference ${answer.reference_no}). If another call told otherwise, call again.`}</Text>
      <ErrorBanner message={correct.isError ? (placeErrors(correct.error, [], UNKNOWN_ERROR).banner ?? UNKNOWN_ERROR) : null} />
      <CallQuestionView
        question={question}
        place="Correction"
        value={answer.value}
        onValue={(value) => correct.mutate(value)}
        onClear={onClose}
        onNext={onClose}
      />
    </Dialog>
  );
}
