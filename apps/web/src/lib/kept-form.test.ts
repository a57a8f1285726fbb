import { beforeEach, expect, test } from 'vitest';
import { anId } from '../samples.test-kit.ts';
import { canKeepForms, dropKeptForm, hasKeptForm, importFormKey, keepForm, readKeptForm } from './kept-form.ts';

const keyOf = async (byte: number) => await importFormKey(btoa(String.fromCodePoint(...Array.from({ length: 32 }, () => byte))));
const PATH = `/inquiries/${anId(1)}/copy`;
const values = { patientLastName: 'Testperson', serviceType: ['30'] };
const yes = () => true;

beforeEach(() => sessionStorage.clear());

test('what was typed comes back under the same key, and is not to be read in the storage', async () => {
  expect(canKeepForms()).toBe(true);
  await keepForm(PATH, values, await keyOf(1), yes);

  expect(hasKeptForm(PATH)).toBe(true);
  expect(JSON.stringify(sessionStorage)).not.toContain('Testperson');
  expect(await readKeptForm(PATH, await keyOf(1))).toEqual(values);
});

test('under the key of another session nothing comes back, and it goes', async () => {
  await keepForm(PATH, values, await keyOf(1), yes);

  expect(await readKeptForm(PATH, await keyOf(2))).toBeNull();
  expect(hasKeptForm(PATH)).toBe(false);
});

test('another form has nothing of it, even where the storage was changed by hand', async () => {
  await keepForm(PATH, values, await keyOf(1), yes);
  expect(await readKeptForm('/inquiries/new', await keyOf(1))).toBeNull();

  sessionStorage.setItem('coverlight.form', (sessionStorage.getItem('coverlight.form') ?? '').replace(PATH, '/inquiries/new'));
  expect(await readKeptForm('/inquiries/new', await keyOf(1))).toBeNull();
});

test('what was dropped while it was being encrypted stays dropped', async () => {
  await keepForm(PATH, values, await keyOf(1), () => false);
  expect(hasKeptForm(PATH)).toBe(false);

  await keepForm(PATH, values, await keyOf(1), yes);
  dropKeptForm();
  expect(await readKeptForm(PATH, await keyOf(1))).toBeNull();
});
