import type { Invite } from '@coverlight/contract/invites/invite.schema.ts';
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Providers } from '#app/providers.tsx';
import { answerCalls, page } from '../../api-answers.test-kit.ts';
import { anId } from '../../samples.test-kit.ts';
import { InviteTable } from './invite-table.tsx';

const PAST = '2026-03-02T20:04:00.000Z';
const FUTURE = '2999-03-02T20:04:00.000Z';
const anInvite = (over: Partial<Invite> & { email: string; id: string }): Invite => ({
  user: { first_name: 'Ada', last_name: 'Winslow' },
  created_at: PAST,
  accepted_at: null,
  revoked_at: null,
  expires_at: PAST,
  ...over,
});

test('an invite whose link has run out is called expired and can be sent again; an open, an accepted and a revoked one are not', async () => {
  const invites = [
    anInvite({ id: anId(1), email: 'late@practice.test' }),
    anInvite({ id: anId(2), email: 'open@practice.test', expires_at: FUTURE }),
    anInvite({ id: anId(3), email: 'joined@practice.test', accepted_at: PAST }),
    anInvite({ id: anId(4), email: 'unwanted@practice.test', revoked_at: PAST }),
  ];
  answerCalls({ 'GET /invites': () => page({ invites }) });
  render(
    <Providers>
      <InviteTable />
    </Providers>,
  );

  const late = within(await screen.findByRole('row', { name: /late@practice\.test/ }));
  expect(late.getByText('Expired')).toBeTruthy();
  expect(late.getByRole('button', { name: 'Resend the invitation to late@practice.test' })).toBeTruthy();
  expect(screen.getAllByText('Expired')).toHaveLength(1);
  const open = within(screen.getByRole('row', { name: /open@practice\.test/ }));
  expect(open.getAllByText('No')).toHaveLength(2);
});
