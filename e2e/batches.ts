/** Lists of invented people as practices bring them in. */
import { expect, type Page } from '@playwright/test';
import { aPatient, choice, PAYER, PROVIDER, type Patient } from './inquiries.ts';

const HEADING = ['Last Name', 'First Name', 'DOB', 'Member ID', 'Insurance'];

export interface Listed extends Patient {
  payer: string;
}
export const listed = (scenario = 'ORD', over: Partial<Listed> = {}): Listed => ({ payer: PAYER, ...aPatient(scenario), ...over });

/** `more`: a heading besides the usual ones, so that no other test has confirmed the same before. */
export function csvOf(people: readonly Listed[], more: string): string {
  const rows = people.map(({ last, first, birthDate, memberId, payer }) => [last, first, birthDate, memberId, payer, 'x']);
  return [[...HEADING, more], ...rows].map((row) => row.join(',')).join('\r\n');
}

/** Of a heading that nobody has confirmed. */
export const aHeading = (): string => `Note${process.pid}${Date.now()}`;

export async function openNewList(page: Page): Promise<void> {
  await page.goto('/batches/new');
  await chooseProvider(page);
}

/** The last provider stands there already. */
export async function chooseProvider(page: Page): Promise<void> {
  await expect(choice(page, 'Provider')).toBeVisible();
  if ((await choice(page, 'Provider').inputValue()) !== '') return;
  await choice(page, 'Provider').click();
  await page.getByRole('option', { name: PROVIDER, exact: true }).click();
}

/** As a mouse lets go of it over the page. */
export async function drop(page: Page, csv: string): Promise<void> {
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'patients.csv', { type: 'text/csv' }));
    return transfer;
  }, csv);
  const place = page.locator('form [role="presentation"]').first();
  for (const type of ['dragenter', 'dragover', 'drop']) await place.dispatchEvent(type, { dataTransfer: data });
}

/** Chosen, not dropped. */
export async function takeFile(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles(file);
}

export const accept = (page: Page) => page.getByRole('button', { name: 'Accept the columns' });
export const sendChecks = (page: Page) => page.getByRole('button', { name: /^Send [\d,]+ checks?$/ });
export const results = (page: Page) => page.getByRole('list', { name: 'Results' }).getByRole('listitem');

/** A dropped list up to the page on which it is sent. */
export async function openReview(page: Page, people: readonly Listed[]): Promise<void> {
  await openNewList(page);
  await drop(page, csvOf(people, aHeading()));
  await accept(page).click();
  await expect(page.getByRole('heading', { name: 'Before sending' })).toBeVisible();
}
