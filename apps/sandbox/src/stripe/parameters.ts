/** Rules for request parameters. What no rule names is refused, as the API does with parameters it does not know. */
import type { FormObject, FormValue } from './form-body.ts';
import { invalidRequest, StripeError } from './stripe-error.ts';

export type Rule<T> = { read: (value: FormValue, param: string) => T; required?: boolean };
type RequiredRule<T> = Rule<T> & { required: true };
export type Shape = Record<string, Rule<unknown>>;
export type Read<S extends Shape> = {
  [Key in keyof S]: S[Key] extends RequiredRule<infer T> ? T : S[Key] extends Rule<infer T> ? T | undefined : never;
};

function shown(value: FormValue): string {
  return typeof value === 'string' ? value : 'an object';
}

export function required<T>(rule: Rule<T>): RequiredRule<T> {
  return { ...rule, required: true };
}

export const text: Rule<string> = {
  read: (value, param) => {
    if (typeof value !== 'string') throw invalidRequest('Invalid string', param);
    if (value.length > 5000) throw invalidRequest(`Invalid string: ${param} must be at most 5000 characters.`, param);
    return value;
  },
};

/** Text that may not be blank: ids, names, addresses. */
export const filledText: Rule<string> = {
  read: (value, param) => {
    const read = text.read(value, param);
    if (read === '') {
      throw invalidRequest(
        `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`,
        param,
        'parameter_invalid_empty',
      );
    }
    return read;
  },
};

export const integer: Rule<number> = {
  read: (value, param) => {
    if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) {
      throw invalidRequest(`Invalid integer: ${shown(value)}`, param, 'parameter_invalid_integer');
    }
    return Number(value);
  },
};

export const flag: Rule<boolean> = {
  read: (value, param) => {
    if (value !== 'true' && value !== 'false') throw invalidRequest(`Invalid boolean: ${shown(value)}`, param);
    return value === 'true';
  },
};

/** A decimal as the digits that were sent, at most 12 of them after the point. */
export const decimal: Rule<string> = {
  read: (value, param) => {
    if (typeof value !== 'string' || !/^\d{1,15}(\.\d{1,12})?$/.test(value)) throw invalidRequest('Invalid decimal', param);
    return value;
  },
};

export function oneOf<const T extends string>(...choices: T[]): Rule<T> {
  return {
    read: (value, param) => {
      const found = choices.find((choice) => choice === value);
      if (found === undefined) throw invalidRequest(`Invalid ${param}: must be one of ${choices.join(', ')}`, param);
      return found;
    },
  };
}

/** `null` and `''` are the same on the wire and clear what is there. */
export function emptyable<T>(rule: Rule<T>): Rule<T | ''> {
  return { read: (value, param) => (value === '' ? '' : rule.read(value, param)) };
}

export function listOf<T>(rule: Rule<T>): Rule<T[]> {
  return {
    read: (value, param) => {
      if (typeof value === 'string') throw invalidRequest('Invalid array', param);
      const keys = Object.keys(value);
      if (keys.some((key) => !/^\d+$/.test(key))) throw invalidRequest('Invalid array', param);
      return keys.toSorted((a, b) => Number(a) - Number(b)).map((key) => rule.read(value[key] ?? '', `${param}[${key}]`));
    },
  };
}

/** Nested parameters: `a[b]=v`. */
export function group<S extends Shape>(shape: S): Rule<Read<S>> {
  return {
    read: (value, param) => {
      if (typeof value === 'string') throw invalidRequest('Invalid object', param);
      return readParameters(shape, value, param);
    },
  };
}

export const metadata: Rule<Record<string, string>> = {
  read: (value, param) => {
    if (value === '') return {};
    if (typeof value === 'string') throw invalidRequest('Invalid object', param);
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => {
        if (key.length > 40) throw invalidRequest(`Metadata keys can be at most 40 characters: ${key}`, param);
        const read = text.read(entry, `${param}[${key}]`);
        if (read.length > 500) throw invalidRequest('Metadata values can be at most 500 characters', `${param}[${key}]`);
        return [key, read];
      }),
    );
  },
};

/** Keys sent with an empty value are removed; all others are added. */
export function mergeMetadata(current: Record<string, string> | null, change: Record<string, string> | undefined): Record<string, string> {
  const merged = { ...current, ...change };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
}

export const addressRule = group({ city: text, country: text, line1: text, line2: text, postal_code: text, state: text });
export const rangeRule: Rule<{ gt?: number; gte?: number; lt?: number; lte?: number }> = {
  read: (value, param) => {
    if (typeof value !== 'string') return group({ gt: integer, gte: integer, lt: integer, lte: integer }).read(value, param);
    const exact = integer.read(value, param);
    return { gte: exact, lte: exact };
  },
};
export const listParameters = { limit: integer, starting_after: filledText, ending_before: filledText };

/** Reads `sent` by `shape`; `within` names the parameter that holds it, for error messages. */
export function readParameters<S extends Shape>(shape: S, sent: FormObject, within = ''): Read<S> {
  const name = (key: string) => (within === '' ? key : `${within}[${key}]`);
  const unknown = Object.keys(sent).filter((key) => !Object.hasOwn(shape, key));
  const firstUnknown = unknown[0];
  if (firstUnknown !== undefined) {
    const names = unknown.map(name).join(', ');
    throw new StripeError(400, `Received unknown parameter${unknown.length > 1 ? 's' : ''}: ${names}`, {
      code: 'parameter_unknown',
      param: name(firstUnknown),
    });
  }
  const entries = Object.entries(shape).map(([key, rule]) => {
    const value = sent[key];
    if (value === undefined) {
      if (rule.required) throw invalidRequest(`Missing required param: ${name(key)}.`, name(key), 'parameter_missing');
      return [key, undefined];
    }
    return [key, rule.read(value, name(key))];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each entry was read by the rule of its own key
  return Object.fromEntries(entries) as Read<S>;
}
