/** What happened with a case, newest first. */
import type { CaseEvent } from '@coverlight/contract/cases/case.schema.ts';
import type { CaseBook } from './case-book.ts';
import type { CaseNoteRecord } from './case-notes.repository.ts';

type Event = CaseEvent;
const person = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

const ofCase = ({ case: { created_at: at, created_by: by, creator_name: name } }: CaseBook): Event[] => [
  { at: at.toISOString(), kind: 'case', words: 'The case was opened', user: { id: by, name }, object_id: null },
];

const ofChecks = ({ inquiries }: CaseBook): Event[] =>
  inquiries.flatMap(({ record, inquiry }) => {
    const payer = inquiry.payer_name_override ?? inquiry.payer.name;
    const asked = {
      at: inquiry.created_at,
      kind: 'check' as const,
      words: `${payer} was asked`,
      user: inquiry.user,
      object_id: record.id,
    };
    if (inquiry.answered_at === null) return [asked];
    return [asked, { ...asked, at: inquiry.answered_at, words: `${payer} answered`, user: null }];
  });

const count = (answers: number) => (answers === 1 ? '1 answer' : `${answers} answers`);

/** The answers of one call stand as one event. */
function ofCalls({ calls }: CaseBook): Event[] {
  const byCall = new Map<string, CaseBook['calls']>();
  for (const answer of calls) {
    const key = `${answer.call_sheet_id} ${answer.called_at.toISOString()}`;
    byCall.set(key, [...(byCall.get(key) ?? []), answer]);
  }
  return [...byCall.values()].flatMap((answers) => {
    const [first] = answers;
    if (first === undefined) return [];
    const whom = first.content.company ?? 'The payer';
    return [
      {
        at: first.called_at.toISOString(),
        kind: 'call',
        words: `${whom} told ${count(answers.length)} by phone (reference ${first.content.reference_no})`,
        user: { id: first.user_id, name: first.user_name },
        object_id: first.call_sheet_id,
      },
    ];
  });
}

const ofNotes = (notes: readonly CaseNoteRecord[]): Event[] =>
  notes.map((note) => ({
    at: note.created_at.toISOString(),
    kind: 'note',
    words: 'A note was written',
    user: { id: note.user_id, name: note.user_name },
    object_id: note.id,
  }));

const ofTasks = ({ tasks }: CaseBook): Event[] =>
  tasks.flatMap((task) => {
    const made: Event = {
      at: task.created_at.toISOString(),
      kind: 'task',
      words: `To do: ${task.title}`,
      user: person(task.created_by, task.creator_name),
      object_id: task.id,
    };
    if (task.closed_at === null) return [made];
    const words = `${task.state === 'dropped' ? 'Dropped' : 'Done'}: ${task.title}`;
    return [made, { ...made, at: task.closed_at.toISOString(), words, user: null }];
  });

const ofEstimates = ({ estimates }: CaseBook): Event[] =>
  estimates.flatMap((estimate) => {
    const name = estimate.kind === 'gfe' ? 'Good Faith Estimate' : 'estimate';
    const made: Event = {
      at: estimate.created_at.toISOString(),
      kind: 'estimate',
      words: `A${estimate.kind === 'gfe' ? '' : 'n'} ${name} was made`,
      user: { id: estimate.created_by, name: estimate.creator_name },
      object_id: estimate.id,
    };
    if (estimate.delivered_at === null) return [made];
    const user = person(estimate.delivered_by, estimate.deliverer_name);
    return [made, { ...made, at: estimate.delivered_at.toISOString(), words: `The ${name} was handed over`, user }];
  });

export function caseTimeline(book: CaseBook, notes: readonly CaseNoteRecord[]): CaseEvent[] {
  return [...ofCase(book), ...ofChecks(book), ...ofCalls(book), ...ofNotes(notes), ...ofTasks(book), ...ofEstimates(book)].toSorted(
    (a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0),
  );
}
