import type { FormObject } from './form-body.ts';
import { listOf, readParameters, text, type Read, type Shape } from './parameters.ts';

export type Method = 'GET' | 'POST' | 'DELETE';
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
  const whole = { expand: listOf(text), ...shape };
  return {
    method,
    path,
    run: (sent, ids) => {
      const params = readParameters(whole, sent);
      // The shape of the endpoint is a part of `whole`, which TypeScript cannot see through the generic spread.
      const body = run(params as Read<S>, ids[0] ?? '', ids[1] ?? '');
      return { body, expand: (params as { expand?: string[] }).expand ?? [] };
    },
  };
}
