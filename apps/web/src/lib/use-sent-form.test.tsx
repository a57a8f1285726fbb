import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { aUser } from '../samples.test-kit.ts';
import { ApiFailure } from './api.ts';
import { endSession, setCurrentUser } from './session.ts';
import { type SentForm, trimmed, useSentForm } from './use-sent-form.ts';

interface Values {
  name: string;
  password: string;
}
type Send = (values: Values) => Promise<unknown>;
let sent: SentForm<Values>;

function Form({ send, done = () => {} }: { send: Send; done?: () => void }) {
  const state = useSentForm<Values, unknown>({
    defaultValues: { name: '', password: '' },
    fields: ['name', 'password'],
    fallback: 'It failed.',
    send,
    done,
  });
  useEffect(() => {
    sent = state;
  });
  const { errors } = state.form.formState;
  return (
    <form onSubmit={state.submit}>
      <p role="alert">{errors.root?.message}</p>
      <input aria-label="name" {...state.form.register('name')} />
      <p id="name-error">{errors.name?.message}</p>
      <input aria-label="password" {...state.form.register('password')} />
      <p>{errors.password?.message}</p>
      <button type="submit">Send</button>
    </form>
  );
}
const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const press = async () => await act(async () => void fireEvent.click(screen.getByText('Send')));

test('text is trimmed, passwords are not', () => {
  expect(trimmed({ name: '  Ida ', new_password1: ' a b ', agree: true })).toEqual({ name: 'Ida', new_password1: ' a b ', agree: true });
});

test('the first field has the cursor', async () => {
  render(<Form send={async () => {}} />);

  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('name')));
});

test('what is submitted twice while it is under way goes once, trimmed', async () => {
  let finish = () => {};
  const send = vi.fn<Send>(() => new Promise<void>((resolve) => (finish = resolve)));
  const done = vi.fn<() => void>();
  render(<Form send={send} done={done} />);
  type('name', ' Ida ');
  type('password', ' secret ');

  await press();
  await press();
  await act(async () => finish());

  expect(send.mock.calls).toEqual([[{ name: 'Ida', password: ' secret ' }]]);
  expect(done).toHaveBeenCalledTimes(1);
});

test('words of the server stand under their fields, the cursor goes to the first, what was typed stays', async () => {
  render(
    <Form
      send={async () => {
        throw new ApiFailure(422, { password: ['Too short.'], NOFIELD: ['Sorry.'] });
      }}
    />,
  );
  type('name', 'Ida');

  await press();

  expect(screen.getByText('Too short.')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('Sorry.');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('password')));
  expect(screen.getByLabelText<HTMLInputElement>('name').value).toBe('Ida');
});

test('a refusal without words says the fallback, and the next try starts clean', async () => {
  const send = vi.fn<Send>().mockRejectedValueOnce(new ApiFailure(500)).mockResolvedValueOnce(null);
  render(<Form send={send} />);

  await press();
  expect(screen.getByRole('alert').textContent).toBe('It failed.');
  await press();

  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(''));
});

test('leaving would lose typed work until it is sent', async () => {
  const asked: boolean[] = [];
  render(<Form send={async () => null} done={() => asked.push(sent.mayLose())} />);

  asked.push(sent.mayLose());
  type('name', 'Ida');
  await waitFor(() => expect(sent.mayLose()).toBe(true));
  await press();

  expect([...asked, sent.mayLose()]).toEqual([false, false, false]);
});

test('after the session ended the same person finds what was typed, but no password', async () => {
  setCurrentUser(aUser());
  const first = render(<Form send={async () => null} />);
  type('name', 'Ida');
  type('password', 'secret');
  await waitFor(() => expect(sent.mayLose()).toBe(true));

  act(() => endSession());
  first.unmount();
  setCurrentUser(aUser());
  render(<Form send={async () => null} />);

  expect(screen.getByLabelText<HTMLInputElement>('name').value).toBe('Ida');
  expect(screen.getByLabelText<HTMLInputElement>('password').value).toBe('');
  act(() => setCurrentUser(null));
});
