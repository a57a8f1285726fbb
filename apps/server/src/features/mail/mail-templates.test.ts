import { expect, test } from 'vitest';
import { renderMail } from './mail-templates.ts';

const site = { publicUrl: 'https://coverlight.example', supportEmail: 'help@coverlight.example' };
const invited = (person: string) => renderMail('invite', { organization_name: 'Quillwood', person_name: person }, 'CODE', site);

test.each(['Eve https://evil.test/x', 'Eve www.evil.test', 'Eve evil.test', 'Eve evil.test/now', 'EVIL.TEST'])(
  'the name %j puts nothing into a mail that a mail program would make a link of',
  (name) => {
    const { subject, text, html } = invited(name);

    for (const part of [subject, text, html]) expect(part).not.toMatch(/:\/\/evil|\w\.(evil|test)/i);
  },
);

test('a name with points stays readable', () => {
  expect(invited('Dr. J.R. Holt Jr.').text).toContain('Dr. J. R. Holt Jr. invites you to join Quillwood');
});
