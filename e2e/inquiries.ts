/** Inquiries as a person sends them, in the form or, where the form is not what is tested, by a call. All patients are invented. */
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';

export interface Patient {
  memberId: string;
  first: string;
  last: string;
  /** MM/DD/YYYY. */
  birthDate: string;
}

/** Takes all four identifiers in one combo, and several service types. */
export const PAYER = 'Sunflower Community Health';
/** Takes either member ID and birth date, or member ID and names. */
export const PAYER_OF_TWO_COMBOS = 'Northwind Mutual';
export const PROVIDER = 'Harbor Recovery Center Main Campus';

let count = 0;
/** A patient nobody asked about yet: an equal question of the last day would be offered instead of asked. */
export function aPatient(scenario = 'ORD', over: Partial<Patient> = {}): Patient {
  count += 1;
  const number = `${process.pid % 10_000}${Date.now() % 100_000}${count}`;
  return { memberId: `${scenario}${number}`, first: 'Marigold', last: 'Fenwick', birthDate: '04/17/1984', ...over };
}

export const field = (page: Page, label: string): Locator => page.getByRole('textbox', { name: label });
export const choice = (page: Page, label: string): Locator => page.getByRole('combobox', { name: label });

export async function openNewInquiry(page: Page): Promise<void> {
  await page.goto('/inquiries/new');
  // The last provider stands there already.
  await expect(choice(page, 'Provider').or(choice(page, 'Payer')).and(page.locator(':focus'))).toBeVisible();
}

export async function choosePayer(page: Page, name: string): Promise<void> {
  await choice(page, 'Payer').fill(name);
  // A group's name is followed by how many plans it has.
  await page.getByRole('option', { name: new RegExp(`^${name}( group of \\d+ plans)?$`) }).click();
}

export async function chooseProvider(page: Page, name: string): Promise<void> {
  await choice(page, 'Provider').click();
  await page.getByRole('option', { name, exact: true }).click();
}

export async function chooseServices(page: Page, ...names: string[]): Promise<void> {
  const fold = page.getByRole('button', { name: 'Choose service types' });
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
  const box = page.getByRole('combobox', { name: /Service Type/ });
  for (const name of names) {
    await box.fill(name);
    await page.getByRole('option', { name, exact: true }).click();
  }
  await page.keyboard.press('Escape');
}

export async function typePatient(page: Page, patient: Patient): Promise<void> {
  await field(page, 'Member ID').fill(patient.memberId);
  await field(page, 'Patient Last Name').fill(patient.last);
  await field(page, 'Patient First Name').fill(patient.first);
  // As fingers do: the slashes come by themselves.
  await field(page, 'Patient Date of Birth').pressSequentially(patient.birthDate.replaceAll('/', ''));
  await expect(field(page, 'Patient Date of Birth')).toHaveValue(patient.birthDate);
}

/** The whole form for an ordinary payer. */
export async function fillInquiry(page: Page, patient: Patient): Promise<void> {
  await chooseProvider(page, PROVIDER);
  await choosePayer(page, PAYER);
  await typePatient(page, patient);
  await chooseServices(page, 'Health Benefit Plan Coverage', 'Mental Health');
}

export const sendButton = (page: Page): Locator => page.getByRole('button', { name: 'Send inquiry' });

export async function sendNew(page: Page, patient: Patient): Promise<void> {
  await openNewInquiry(page);
  await fillInquiry(page, patient);
  await sendButton(page).click();
}

/** Sends the form and lets no answer come: what stands meanwhile can be looked at for as long as that takes. */
export async function keepAsking(page: Page, patient: Patient): Promise<void> {
  await page.route('**/api/v1/inquiries', async (route) => {
    if (route.request().method() !== 'POST') await route.fallback();
  });
  await sendNew(page, patient);
}

interface Listed {
  id: string;
  name: string;
}

const isoDate = (date: string) => `${date.slice(6)}-${date.slice(0, 2)}-${date.slice(3, 5)}`;

/** The body that the form would send. */
async function bodyOf(request: APIRequestContext, patient: Patient, providerId?: string): Promise<object> {
  const { payers } = (await (await request.get('/api/v1/payers')).json()) as { payers: Listed[] };
  const { providers } = (await (await request.get('/api/v1/providers/compact')).json()) as { providers: Listed[] };
  const payer = payers.find(({ name }) => name === PAYER);
  const [provider] = providers;
  if (!payer || !provider) throw new Error('The demo data has no payer or no provider.');
  return {
    provider_id: providerId ?? provider.id,
    payer_id: payer.id,
    memberId: patient.memberId,
    patientFirstName: patient.first,
    patientLastName: patient.last,
    patientBirthDate: isoDate(patient.birthDate),
    serviceType: ['30', 'MH'],
    selectedCombo: ['memberId', 'patientLastName', 'patientFirstName', 'patientBirthDate'],
  };
}

/** Sends an inquiry without the form; the id of the answered one. */
export async function askPayer(request: APIRequestContext, patient: Patient): Promise<string> {
  return await post(request, '/api/v1/inquiries', patient);
}

export async function makeDraft(request: APIRequestContext, patient: Patient, providerId?: string): Promise<string> {
  return await post(request, '/api/v1/inquiries/draft', patient, providerId);
}

async function post(request: APIRequestContext, path: string, patient: Patient, providerId?: string): Promise<string> {
  const reply = await request.post(path, { data: await bodyOf(request, patient, providerId), timeout: 30_000 });
  expect(reply.status()).toBe(201);
  return ((await reply.json()) as { inquiry: { id: string } }).inquiry.id;
}

/** The id of the newest inquiry of a patient with this last name. */
export async function findInquiry(request: APIRequestContext, lastName: string): Promise<string> {
  const reply = await request.get('/api/v1/inquiries', { params: { patient_last_name: lastName } });
  const [found] = ((await reply.json()) as { inquiries: { id: string }[] }).inquiries;
  if (!found) throw new Error(`There is no inquiry of a patient named ${lastName}.`);
  return found.id;
}
