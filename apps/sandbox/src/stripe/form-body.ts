/** Stripe's request encoding: `a[b][0][c]=v`. Knows brackets; not which parameters exist. */
import { invalidRequest } from './stripe-error.ts';

export type FormValue = string | FormObject;
export interface FormObject {
  [key: string]: FormValue;
}

/** Without a prototype, so that a parameter named `__proto__` is a name like any other. */
function emptyObject(): FormObject {
  const empty: FormObject = {};
  Object.setPrototypeOf(empty, null);
  return empty;
}

function pathOf(name: string): string[] {
  const open = name.indexOf('[');
  if (open === -1) return [name];
  const rest = name.slice(open);
  if (open === 0 || !/^(\[[^[\]]*\])+$/.test(rest)) throw invalidRequest(`Invalid parameter name: ${name}`, name);
  return [name.slice(0, open), ...rest.slice(1, -1).split('][')];
}

/** Lists come out as objects with the keys 0, 1, 2 ...; the rule that reads them turns them into arrays. */
export function decodeForm(text: string): FormObject {
  const root = emptyObject();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name);
    let at = root;
    path.forEach((part, depth) => {
      // `a[]=x` appends, as PHP-style clients send it.
      const key = part === '' ? String(Object.keys(at).length) : part;
      if (depth === path.length - 1) {
        if (key in at) throw invalidRequest(`The parameter ${name} was sent more than once.`, name);
        at[key] = value;
        return;
      }
      const next = at[key] ?? emptyObject();
      if (typeof next === 'string') throw invalidRequest(`Invalid parameter: ${name}`, name);
      at[key] = next;
      at = next;
    });
  }
  return root;
}
