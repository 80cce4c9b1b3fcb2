/** Parses Stripe's request bodies: forms with nested names such as line_items[0][quantity]=1. */

import { StripeError } from './stripe-error.ts';

export type FormValue = string | { [key: string]: FormValue };

const maxFields = 500;
const maxDepth = 8;

/** Parses a form into nested records; list indexes are keys "0", "1" and so on. */
export function readForm(body: string): FormValue {
  const root: { [key: string]: FormValue } = Object.create(null);
  let fields = 0;
  for (const [name, value] of new URLSearchParams(body)) {
    fields += 1;
    if (fields > maxFields)
      throw new StripeError(400, { message: 'The form has too many fields.' });
    put(root, pathOf(name), value);
  }
  return root;
}

/** The text at a path, or undefined. */
export function textAt(form: FormValue, ...path: string[]): string | undefined {
  let value: FormValue | undefined = form;
  for (const segment of path) value = typeof value === 'object' ? value[segment] : undefined;
  return typeof value === 'string' ? value : undefined;
}

function pathOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!match)
    throw new StripeError(400, { message: `Invalid parameter name: ${name}`, param: name });
  const inner = [...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((key) => key[1] ?? '');
  const path = [match[1] ?? '', ...inner];
  if (path.length <= maxDepth) return path;
  throw new StripeError(400, { message: 'The form is nested too deeply.', param: name });
}

function put(root: { [key: string]: FormValue }, path: readonly string[], value: string): void {
  let level = root;
  for (const [place, segment] of path.entries()) {
    const key = segment === '' ? String(Object.keys(level).length) : segment;
    if (place === path.length - 1) {
      level[key] = value;
      return;
    }
    const next = level[key] ?? Object.create(null);
    if (typeof next === 'string')
      throw new StripeError(400, { message: `Invalid object: ${segment}`, param: segment });
    level[key] = next;
    level = next;
  }
}
