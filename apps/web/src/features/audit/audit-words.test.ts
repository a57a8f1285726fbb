import { expect, test } from 'vitest';
import { anId } from '../../samples.test-kit.ts';
import { actionWords, actorName, objectWords } from './audit-words.ts';

test.each([
  ['inquiry.view', 'Inquiry: view'],
  ['user.second_factor_reset', 'User: second factor reset'],
  ['login', 'Login'],
  ['person.undo', 'Patient: merge or split undone'],
])('the action %s reads %s', (action, words) => {
  expect(actionWords(action)).toBe(words);
});

test('an actor is a name, else an address, else what they are', () => {
  const user = { id: anId(1), name: 'Noor Ellery', email: 'noor@harbor.test' };

  expect(actorName({ user, actor_role: 'manager' })).toBe('Noor Ellery');
  expect(actorName({ user: { ...user, name: null }, actor_role: 'manager' })).toBe('noor@harbor.test');
  expect(actorName({ user: null, actor_role: 'anonymous' })).toBe('Not signed in');
});

test('one object is named by its id, several are counted, none is null', () => {
  expect(objectWords({ object_type: 'inquiry', object_ids: [anId(1)] })).toBe(`inquiry ${anId(1)}`);
  expect(objectWords({ object_type: 'inquiry', object_ids: [anId(1), anId(2)] })).toBe('2 × inquiry');
  expect(objectWords({ object_type: null, object_ids: [] })).toBeNull();
});
