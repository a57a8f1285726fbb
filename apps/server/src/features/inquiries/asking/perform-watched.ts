/** A step as monitoring sees it: counted by outcome, and a span of the turn. */
import type { Deps } from '#deps.ts';
import { inSpan } from '#telemetry/spans.ts';
import { performStep, type StepResult, type StepTask } from './perform-step.ts';

export async function performWatched(
  { metrics, clock }: Pick<Deps, 'metrics' | 'clock'>,
  { inquiryId }: { inquiryId: string },
  task: StepTask & { route: string },
  signal: AbortSignal,
): Promise<StepResult> {
  const attributes = { 'coverlight.clearinghouse': task.route, 'coverlight.inquiry_id': inquiryId };
  return await inSpan(`ask ${task.step.do}`, attributes, async (span) => {
    const result = await performStep(task, signal, clock);
    span.setAttribute('coverlight.outcome', result.outcome);
    if (!result.isBrokenOff) metrics.asked(task.route, result.outcome);
    return result;
  });
}
