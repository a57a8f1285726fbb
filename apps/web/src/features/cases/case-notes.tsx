import { MOST_NOTE_CHARACTERS } from '@coverlight/contract/cases/cases.contract.ts';
import { MultiSelect, Skeleton, Text, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { usersOptions } from '#features/users/users.queries.ts';
import { LIST_ERROR, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useCurrentUser } from '#lib/session.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { Instant } from '#ui/calendar-date.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { messageOf, rulesFor } from '#ui/tied-field.ts';
import { toast } from '#ui/toast.ts';
import classes from './cases.module.css';
import { addNote, notesOptions, useRefreshCases } from './cases.queries.ts';

/** What people wrote down, newest first. A note is never changed; a mention mails the colleague, without a word of the note. */
export function CaseNotes({ caseId }: { caseId: string }) {
  const { data, isError, refetch } = useQuery(notesOptions(caseId));
  const [written, setWritten] = useState(0);
  return (
    <section className={classes.card} aria-labelledby="case-notes">
      <Title order={2} id="case-notes">
        Notes
      </Title>
      <WriteNote key={written} caseId={caseId} onWritten={() => setWritten(written + 1)} />
      {isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />}
      {data === undefined && !isError && <Skeleton height={48} aria-label="Loading the notes" role="status" />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          No notes yet.
        </Text>
      )}
      <ul className={classes.plain}>
        {data?.map((note) => (
          <li key={note.id}>
            <div className={classes.small}>
              {note.user.name}, <Instant at={note.created_at} />
              {note.mentions.length > 0 && `, told ${note.mentions.map(({ name }) => name).join(', ')}`}
            </div>
            <p className={classes.note}>{note.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function WriteNote({ caseId, onWritten }: { caseId: string; onWritten: () => void }) {
  const refresh = useRefreshCases();
  const me = useCurrentUser();
  const users = useQuery(usersOptions);
  const colleagues = (users.data ?? [])
    .filter(({ id }) => id !== me?.id)
    .map(({ id, first_name, last_name }) => ({ value: id, label: `${first_name} ${last_name}` }));
  const sent = useSentForm({
    defaultValues: { text: '', mentions: [] as string[] },
    fields: ['text', 'mentions'],
    fallback: UNKNOWN_ERROR,
    send: ({ text, mentions }) => addNote(caseId, { text, ...(mentions.length === 0 ? {} : { mentions }) }),
    done: async ({ mentions }) => {
      if (mentions.length > 0)
        toast({ kind: 'success', message: `${mentions.map(({ name }) => name).join(', ')} will be mailed that they are mentioned.` });
      await refresh();
      onWritten();
    },
    takesFocus: false,
  });
  const { form } = sent;
  return (
    <SentForm sent={sent} submitLabel="Add the note">
      <Textarea
        label="New note"
        autosize={false}
        rows={3}
        maxLength={MOST_NOTE_CHARACTERS}
        error={messageOf({ form, name: 'text' })}
        {...form.register('text', rulesFor(true))}
      />
      {colleagues.length > 0 && (
        <Controller
          control={form.control}
          name="mentions"
          render={({ field }) => (
            <MultiSelect
              ref={field.ref}
              label="Tell colleagues"
              description="They get a mail with a link, without a word of the note."
              data={colleagues}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              maxValues={10}
              searchable
              clearable
              error={messageOf({ form, name: 'mentions' })}
            />
          )}
        />
      )}
    </SentForm>
  );
}
