import type { FormObject } from './form-body.ts';
import { listOf, readParameters, text, type Read, type Shape } from './parameters.ts';

type Method = 'GET' | 'POST' | 'DELETE';
export type ApiRoute = {
  method: Method;
  path: string;
  run: (sent: FormObject, ids: readonly string[]) => { body: object; expand: string[] };
};

/** One endpoint. `ids` are the `:placeholders` of the path in order; every endpoint takes `expand`. */
export function route<S extends Shape>(
  method: Method,
  path: string,
  shape: S,
  run: (params: Read<S>, id: string, second: string) => object,
): ApiRoute {
  return {
    method,
    path,
    run: (sent, ids) => {
      const { expand, ...own } = sent;
      const params = readParameters(shape, own);
      const paths = expand === undefined ? [] : listOf(text).read(expand, 'expand');
      return { body: run(params, ids[0] ?? '', ids[1] ?? ''), expand: paths };
    },
  };
}
