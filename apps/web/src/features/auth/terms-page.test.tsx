import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { pageSettings } from '#lib/page-settings.ts';
import { termsFacts } from './legal/terms-facts.test-kit.ts';
import { TERMS_VERSION } from './legal/terms-text.ts';
import { TermsPage } from './terms-page.tsx';

const SUPPORT = 'help@coverlight.test';
const { supportEmail } = pageSettings;
beforeAll(() => {
  pageSettings.supportEmail = SUPPORT;
});
afterAll(() => {
  pageSettings.supportEmail = supportEmail;
});

function renderedText(): string {
  render(
    <MantineProvider env="test">
      <main>
        <TermsPage />
      </main>
    </MantineProvider>,
  );
  return screen.getByRole('main').textContent ?? '';
}

test.each(termsFacts)('the shown page states the fact: %s', (_fact, words) => {
  expect(renderedText()).toContain(words.replaceAll('{email}', SUPPORT));
});

test('the shown page carries logo, version and support address, and no placeholder', () => {
  const text = renderedText();

  expect(screen.getByRole('img', { name: 'Coverlight' }).getAttribute('src')).toBe('/logo.svg');
  expect(text).toContain(`Version of ${usDate(TERMS_VERSION)}`);
  expect(screen.getAllByRole('link', { name: SUPPORT })[0]?.getAttribute('href')).toBe(`mailto:${SUPPORT}`);
  expect(text).not.toMatch(/[{}]/);
});
