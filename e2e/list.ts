/** The list of inquiries as the tests handle it. */
import type { Page } from '@playwright/test';
import { choice } from './inquiries.ts';

export const rows = (page: Page) => page.getByRole('table', { name: 'Inquiries' }).locator('tbody').getByRole('row');
export const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
export const pick = async (page: Page, label: string, option: string) => {
  await choice(page, label).selectOption({ label: option });
};
export const picked = (page: Page, label: string) => choice(page, label).locator('option:checked');
