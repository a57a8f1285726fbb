import { expect, test } from 'vitest';
import { anId } from '../../../samples.test-kit.ts';
import { anAdminPayer } from '../admin-samples.test-kit.ts';
import { orderOf, payerChange, payerStart } from './payer-values.ts';
import { withCombo } from './schema-edit.ts';

const payer = anAdminPayer();
const values = payerStart(payer);
const unchanged = { values, group: payer.payer_group, schema: payer.schema, order: orderOf(payer) };
const withSource = (clearinghouse: string, over: object) => ({
  ...values,
  sources: values.sources.map((source) => (source.clearinghouse === clearinghouse ? { ...source, ...over } : source)),
});

test('a form that was only looked at changes nothing', () => {
  expect(payerChange(payer, unchanged)).toEqual({});
});

test('only what was edited is sent, an emptied code as none', () => {
  expect(payerChange(payer, { ...unchanged, values: { ...withSource('availity', { code: '' }), name: 'Summit' } })).toEqual({
    name: 'Summit',
    sources: [{ clearinghouse: 'availity', code: null }],
  });
  expect(payerChange(payer, { ...unchanged, values: withSource('pVerify', { typed_name: 'Summit', is_active: false }) })).toEqual({
    sources: [{ clearinghouse: 'pVerify', typed_name: 'Summit', is_active: false }],
  });
});

test('another order of clearinghouses is sent whole', () => {
  expect(payerChange(payer, { ...unchanged, order: ['pVerify', 'availity'] })).toEqual({ route_order: ['pVerify', 'availity'] });
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
