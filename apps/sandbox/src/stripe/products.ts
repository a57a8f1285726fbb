import { newId } from './identifiers.ts';
import { emptyable, filledText, flag, mergeMetadata, metadata, required, text, type Read } from './parameters.ts';
import type { StripeState } from './state.ts';
import { invalidRequest } from './stripe-error.ts';
import type { Product } from './wire-types.ts';

export const productShape = {
  active: flag,
  description: emptyable(text),
  metadata,
  statement_descriptor: filledText,
  tax_code: emptyable(text),
  unit_label: emptyable(text),
  url: emptyable(text),
};
export const newProductShape = { ...productShape, id: filledText, name: required(filledText) };
export function setProductFields(product: Product, fields: Partial<Read<typeof productShape>> & { name?: string }): void {
  if (fields.name !== undefined) product.name = fields.name;
  if (fields.active !== undefined) product.active = fields.active;
  if (fields.description !== undefined) product.description = fields.description || null;
  if (fields.statement_descriptor !== undefined) product.statement_descriptor = fields.statement_descriptor;
  if (fields.tax_code !== undefined) product.tax_code = fields.tax_code || null;
  if (fields.unit_label !== undefined) product.unit_label = fields.unit_label || null;
  if (fields.url !== undefined) product.url = fields.url || null;
  product.metadata = mergeMetadata(product.metadata, fields.metadata);
}

/** Also for a price that brings its product with it. */
export function createProduct(state: StripeState, fields: Partial<Read<typeof newProductShape>> & { name: string }): Product {
  if (fields.id !== undefined && state.products.has(fields.id))
    throw invalidRequest('Product already exists.', 'id', 'resource_already_exists');
  const product: Product = {
    id: fields.id ?? newId('prod', 14),
    object: 'product',
    active: true,
    created: state.now(),
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: fields.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: state.now(),
    url: null,
  };
  setProductFields(product, fields);
  state.products.set(product.id, product);
  state.emit('product.created', product);
  return product;
}
