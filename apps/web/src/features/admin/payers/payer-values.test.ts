import { expect, test } from 'vitest';
import { anId } from '../../../samples.test-kit.ts';
import { anAdminPayer } from '../admin-samples.test-kit.ts';
import { payerChange, payerStart } from './payer-values.ts';
import { withCombo } from './schema-edit.ts';

const payer = anAdminPayer();
const unchanged = { values: payerStart(payer), group: payer.payer_group, schema: payer.schema };

test('a form that was only looked at changes nothing', () => {
  expect(payerChange(payer, unchanged)).toEqual({});
});

test('only what was edited is sent, an emptied code as none', () => {
  expect(payerChange(payer, { ...unchanged, values: { ...unchanged.values, name: 'Summit', code: '' } })).toEqual({
    name: 'Summit',
    code: null,
  });
});

test('leaving a group sends 0, joining one its id', () => {
  const group = { id: anId(5), name: 'Blues' };
  const member = anAdminPayer({ payer_group_id: group.id, payer_group: group });

  expect(payerChange(payer, { ...unchanged, group })).toEqual({ payer_group_id: group.id });
  expect(payerChange(member, { ...unchanged, group })).toEqual({});
  expect(payerChange(member, { ...unchanged, group: null })).toEqual({ payer_group_id: 0 });
});

test('an edited schema is sent whole, without where it came from', () => {
  const schema = withCombo(payer.schema, ['memberId'], true);

  expect(payerChange(payer, { ...unchanged, schema })).toEqual({ schema: { fields: schema.fields, combos: schema.combos } });
});
