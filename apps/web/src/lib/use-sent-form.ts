/** A form that goes to the server once at a time: trimmed, the server's words placed, the cursor where there is something to do. */
import { useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm, type UseFormReturn } from 'react-hook-form';
import { applyFieldErrors, focusFirst } from './apply-field-errors.ts';
import { placeErrors } from './form-errors.ts';
import { forgetTypedForm, rememberTypedForm, typedForm } from './form-memory.ts';
import { currentUser, onSessionEnded } from './session.ts';

/** A password may begin or end with a blank, and is never kept for later. */
const isPassword = (name: string) => name.includes('password');

/** Blanks around what people typed are slips, except in passwords (docs/product.md 5.1). */
export function trimmed<Values extends FieldValues>(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' && !isPassword(name) ? value.trim() : value]),
  ) as Values;
}

export interface SentFormOptions<Values extends FieldValues, Reply> {
  defaultValues: Values;
  /** In the order of the screen: the first takes the cursor, and of several wrong ones the first as well. */
  fields: readonly Path<Values>[];
  /** What is said when the server gave no words. */
  fallback: string;
  send: (values: Values) => Promise<Reply>;
  /** After success; what it leads to is not asked about. */
  done: (reply: Reply, values: Values) => void | Promise<void>;
  /** Before the server's words are placed. */
  failed?: (error: unknown) => Promise<void>;
  /** False where the form opens without being asked for, below others; 'from-nobody' where it is loaded beside what can be used before it. */
  takesFocus?: boolean | 'from-nobody';
}

export interface SentForm<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  submit: (event?: { preventDefault: () => void }) => void;
  /** True while leaving would lose what was typed. */
  mayLose: () => boolean;
}

export function useSentForm<Values extends FieldValues, Reply>(options: SentFormOptions<Values, Reply>): SentForm<Values> {
  const { defaultValues, fields, fallback, send, done, failed, takesFocus = true } = options;
  const form = useForm<Values>({ defaultValues: defaultValues as DefaultValues<Values>, shouldFocusError: false });
  const { isDirty } = form.formState;
  const isSending = useRef(false);
  const isLeaving = useRef(false);
  const [openedBy] = useState(() => currentUser()?.id ?? null);
  useTypedMemory(form, openedBy);
  useFirstFocus(form, fields[0], takesFocus);

  const sendTyped = async (typed: Values) => {
    const values = trimmed(typed);
    let reply: Reply;
    try {
      reply = await send(values);
    } catch (error) {
      await failed?.(error);
      applyFieldErrors(form, placeErrors(error, fields, fallback), fields);
      return;
    }
    form.reset(values);
    isLeaving.current = true;
    await done(reply, values);
    isLeaving.current = false;
  };
  return {
    form,
    submit: (event) => {
      event?.preventDefault();
      if (isSending.current) return;
      isSending.current = true;
      const sendOnce = form.handleSubmit(sendTyped, (errors) => focusFirst(form, errors, fields));
      void sendOnce().finally(() => {
        isSending.current = false;
      });
    },
    // Of a session that has ended the values are kept, and signing out was asked for.
    mayLose: () => isDirty && !isLeaving.current && (openedBy === null || currentUser() !== null),
  };
}

/** What was typed when the session ended stands there again once the same person is back in this tab (docs/product.md 13.3). */
function useTypedMemory<Values extends FieldValues>(form: UseFormReturn<Values>, userId: string | null): void {
  useEffect(() => {
    if (userId === null) return undefined;
    const key = window.location.pathname;
    const typed = typedForm(key, userId) as Partial<Values> | null;
    if (typed) form.reset({ ...form.getValues(), ...typed }, { keepDefaultValues: true });
    forgetTypedForm(key);
    return onSessionEnded((end) => {
      // Who signed out on purpose leaves nothing behind.
      if (end === 'left' || !form.formState.isDirty) return;
      rememberTypedForm(key, userId, Object.fromEntries(Object.entries(form.getValues()).filter(([name]) => !isPassword(name))));
    });
  }, [form, userId]);
}

function useFirstFocus<Values extends FieldValues>(
  { setFocus }: UseFormReturn<Values>,
  first: Path<Values> | undefined,
  takesFocus: boolean | 'from-nobody',
): void {
  useEffect(() => {
    if (first === undefined || takesFocus === false || (takesFocus === 'from-nobody' && isSomebodyAtWork())) return;
    setFocus(first);
  }, [setFocus, first, takesFocus]);
}

/** The title has the focus where nothing else took it. */
function isSomebodyAtWork(): boolean {
  const focused = document.activeElement;
  return focused !== null && focused.closest('main') !== null && !focused.matches('main, h1');
}
