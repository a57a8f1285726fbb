import { expect, test } from 'vitest';
import { anId } from '../../../samples.test-kit.ts';
import { adminAuditQuery, adminAuditView, isNarrowed } from './admin-audit-filters.ts';

const now = new Date('2026-06-02T05:00:00Z');

test('the log is asked for the last seven days of Pacific time unless something else was chosen', () => {
  expect(adminAuditQuery(adminAuditView.get(), now)).toEqual({ from: '2026-05-26T07:00:00.000Z' });
  expect(isNarrowed(adminAuditView.get())).toBe(false);
});

test('organization, person and action narrow it together', () => {
  const [organization, person] = [
    { id: anId(1), name: 'Harbor' },
    { id: anId(2), name: 'Noor Ellery (noor@harbor.test)' },
  ];
  const view = { ...adminAuditView.get(), organization, person, action: 'printed', choice: 'own' } as const;

  expect(adminAuditQuery(view, now)).toEqual({ organization_id: anId(1), user_id: anId(2), kind: 'printed' });
  expect(isNarrowed({ ...adminAuditView.get(), organization })).toBe(true);
});
