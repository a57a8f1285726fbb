/** Sending a check and saving a draft: double-click safe, and going on when the person leaves meanwhile. */
import { afterSubmit, mayView } from '@coverlight/domain/inquiries/inquiry-status.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { refreshCurrentUser } from '#features/auth/auth.queries.ts';
import { ApiFailure } from '#lib/api.ts';
import { rememberTypedForm } from '#lib/form-memory.ts';
import { dropKeptForm } from '#lib/kept-form.ts';
import { currentUser } from '#lib/session.ts';
import { toast } from '#ui/toast.ts';
import { findRecentAnswer, type InquiryBody, inquiryKeys, saveDraft, submitInquiry, useRefreshLists } from '../inquiries.queries.ts';
import type { InquiryFormValues } from './form-values.ts';
import type { RecentAnswer } from './recent-answer-dialog.tsx';
import { type Fault, faultOfFailure, faultOfInquiry, linesOfFailure, SubmissionKey } from './submission-outcome.ts';

const MAX_RETRY_TOAST_MS = 20_000;

export type Phase = 'editing' | 'checking' | 'sending' | 'saving';

interface Sending {
  phase: Phase;
  /** The answer offered instead of asking again, with the body that waits. */
  offer: { recent: RecentAnswer; body: InquiryBody } | null;
  send: (body: InquiryBody) => Promise<void>;
  sendAnyway: () => Promise<void>;
  openRecent: () => void;
  openPerson: () => void;
  closeOffer: () => void;
  save: (body: InquiryBody, draftId: string | null) => Promise<void>;
  leave: () => void;
  /** True once the work on this form is done and leaving it loses nothing. */
  isDone: () => boolean;
}

/** `takes`: the chosen payer's fields; `path` is where the form stands, for finding it again. */
export function useSending(of: {
  values: () => InquiryFormValues;
  path: string;
  takes: (field: string) => boolean;
  onFault: (fault: Fault) => void;
  /** Takes a check that was sent to where it belongs; answers the case that shows it. */
  onSent?: ((inquiry: Inquiry) => Promise<string>) | undefined;
}): Sending {
  const router = useRouter();
  const client = useQueryClient();
  const refreshLists = useRefreshLists();
  const [phase, setPhase] = useState<Phase>('editing');
  const [offer, setOffer] = useState<Sending['offer']>(null);
  const key = useRef(new SubmissionKey());
  const isBusy = useRef(false);
  const isDone = useRef(false);
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);

  const goTo = (target: { to: '/inquiries' } | { to: '/inquiries/$id' | '/persons/$id' | '/cases/$id'; params: { id: string } }) => {
    isDone.current = true;
    // Sent or saved: a reload on the way must not offer it once more.
    dropKeptForm();
    void router.navigate(target);
  };
  const showInquiry = (inquiry: Inquiry, caseId: string | null) => {
    const next = afterSubmit(inquiry.status);
    if (next === 'warn-and-list') {
      const sendAnother = () => void router.navigate({ to: '/inquiries/new', search: { after: inquiry.id } });
      const action = { label: 'Send another', onClick: sendAnother };
      toast({ kind: 'warning', message: linesOfFailure(inquiry).join(' '), durationMs: MAX_RETRY_TOAST_MS, action });
    }
    if (hasLeft.current) return announce(inquiry, () => goTo({ to: '/inquiries/$id', params: { id: inquiry.id } }));
    if (next === 'stay') return of.onFault(faultOfInquiry(inquiry, of.takes));
    if (caseId !== null) return goTo({ to: '/cases/$id', params: { id: caseId } });
    return goTo(next === 'detail' ? { to: '/inquiries/$id', params: { id: inquiry.id } } : { to: '/inquiries' });
  };
  const showFailure = (error: unknown) => {
    const fault = faultOfFailure(error);
    // The subscription has ended since the form was opened: the shell says what is due.
    if (error instanceof ApiFailure && error.status === 402) void refreshCurrentUser();
    if (!hasLeft.current) return of.onFault(fault);
    const user = currentUser();
    if (!user || (error instanceof ApiFailure && error.status === 401)) return undefined;
    rememberTypedForm(of.path, user.id, of.values());
    const open = () => void router.navigate({ href: of.path });
    return toast({
      kind: 'danger',
      message: 'A check could not be sent.',
      durationMs: MAX_RETRY_TOAST_MS,
      action: { label: 'Open it', onClick: open },
    });
  };
  /** One thing at a time: a second click while something runs does nothing. */
  const once = async (next: Phase, work: () => Promise<void>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setPhase(next);
    try {
      await work();
    } catch (error) {
      showFailure(error);
    } finally {
      isBusy.current = false;
      setPhase('editing');
    }
  };
  const post = async (body: InquiryBody) => {
    setPhase('sending');
    const inquiry = await submitInquiry(body, key.current.of(body)).catch((error: unknown) => {
      if (error instanceof ApiFailure && error.status === 422) key.current.answered();
      throw error;
    });
    key.current.answered();
    // Only an answer may be kept: an open check changes without this screen, and what is kept would be shown as not found.
    if (mayView(inquiry.status)) client.setQueryData(inquiryKeys.one(inquiry.id), inquiry);
    void refreshLists();
    const isSent = afterSubmit(inquiry.status) !== 'stay';
    showInquiry(inquiry, isSent && of.onSent ? await of.onSent(inquiry) : null);
  };

  return {
    phase,
    offer,
    send: (body) =>
      once('checking', async () => {
        const recent = await recentAnswer(body);
        if (recent && !hasLeft.current) setOffer({ recent, body });
        else await post(body);
      }),
    sendAnyway: async () => {
      setOffer(null);
      if (offer) await once('sending', () => post(offer.body));
    },
    openRecent: () => {
      if (offer) goTo({ to: '/inquiries/$id', params: { id: offer.recent.id } });
    },
    openPerson: () => {
      if (offer?.recent.person_id) goTo({ to: '/persons/$id', params: { id: offer.recent.person_id } });
    },
    closeOffer: () => setOffer(null),
    save: (body, draftId) =>
      once('saving', async () => {
        await saveDraft(body, draftId);
        void refreshLists();
        toast({ kind: 'success', message: 'Draft saved.' });
        if (!hasLeft.current) goTo({ to: '/inquiries' });
      }),
    leave: () => goTo({ to: '/inquiries' }),
    isDone: () => isDone.current,
  };
}

/** Null also when it cannot be found out: then the payer is asked as if there were none. */
async function recentAnswer(body: InquiryBody): Promise<RecentAnswer | null> {
  if (!body.memberId) return null;
  return await findRecentAnswer({ payer_id: body.payer_id, memberId: body.memberId, asOfDate: body.asOfDate || null }).catch(() => null);
}

/** Tells somebody who went on working elsewhere. The list says the same under the same id, so that it is said once. */
function announce(inquiry: Inquiry, open: () => void): void {
  const payer = inquiry.payer_name_override ?? inquiry.payer.name;
  const id = `finished-${inquiry.id}`;
  if (inquiry.status === 'complete') {
    toast({ id, kind: 'success', message: `${payer} has answered.`, durationMs: 10_000, action: { label: 'Open', onClick: open } });
  } else if (afterSubmit(inquiry.status) === 'stay') {
    const [first = ''] = linesOfFailure(inquiry);
    toast({ id, kind: 'warning', message: `${first} See the checks that need attention.`, durationMs: 10_000 });
  }
}
