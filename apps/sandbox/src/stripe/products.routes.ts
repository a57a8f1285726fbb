import { route, type ApiRoute } from './api-route.ts';
import { isInRange, listPage, newestFirst } from './lists.ts';
import { filledText, flag, listOf, listParameters, rangeRule } from './parameters.ts';
import { createProduct, newProductShape, productShape, setProductFields } from './products.ts';
import { change, getStored, type StripeState } from './state.ts';
import { invalidRequest } from './stripe-error.ts';

const updateShape = { ...productShape, name: filledText, default_price: filledText };

export function productRoutes(state: StripeState): ApiRoute[] {
  return [
    route('POST', '/v1/products', newProductShape, (fields) => createProduct(state, fields)),
    route('GET', '/v1/products', { ...listParameters, active: flag, ids: listOf(filledText), created: rangeRule }, (params) => {
      const found = newestFirst(state.products).filter(
        (one) =>
          (params.active === undefined || one.active === params.active) &&
          (params.ids === undefined || params.ids.includes(one.id)) &&
          isInRange(one.created, params.created),
      );
      return listPage(found, params, '/v1/products');
    }),
    route('GET', '/v1/products/:id', {}, (_params, id) => getStored(state.products, id, 'product')),
    route('POST', '/v1/products/:id', updateShape, (fields, id) => {
      const product = getStored(state.products, id, 'product');
      if (fields.default_price !== undefined) getStored(state.prices, fields.default_price, 'price', 'default_price');
      change(state, 'product.updated', product, (stored) => {
        setProductFields(stored, fields);
        if (fields.default_price !== undefined) stored.default_price = fields.default_price;
        stored.updated = state.now();
      });
      return product;
    }),
    route('DELETE', '/v1/products/:id', {}, (_params, id) => {
      const product = getStored(state.products, id, 'product');
      if ([...state.prices.values()].some((price) => price.product === id)) {
        throw invalidRequest('This product cannot be deleted because it has one or more user-created prices.', 'id');
      }
      state.products.delete(id);
      state.emit('product.deleted', product);
      return { id, object: 'product', deleted: true };
    }),
  ];
}
