/** Stripe's request bodies: forms whose names nest by brackets, as in line_items[0][quantity]=1. */

import { StripeError } from './stripe-error.ts';

export type FormValue = string | { [key: string]: FormValue };

const maxFields = 500;
const maxDepth = 8;

/** Reads a form into nested records; list places are keys "0", "1" and so on. */
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

/** The text at a path, or undefined where there is none. */
export function textAt(form: FormValue, ...path: string[]): string | undefined {
  let value: FormValue | undefined = form;
  for (const part of path) value = typeof value === 'object' ? value[part] : undefined;
  return typeof value === 'string' ? value : undefined;
}

function pathOf(name: string): string[] {
  const parts = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!parts)
    throw new StripeError(400, { message: `Invalid parameter name: ${name}`, param: name });
  const inner = [...(parts[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? '');
  const path = [parts[1] ?? '', ...inner];
  if (path.length <= maxDepth) return path;
  throw new StripeError(400, { message: 'The form is nested too deeply.', param: name });
}

function put(root: { [key: string]: FormValue }, path: readonly string[], value: string): void {
  let level = root;
  for (const [place, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(level).length) : part;
    if (place === path.length - 1) {
      level[key] = value;
      return;
    }
    const next = level[key] ?? Object.create(null);
    if (typeof next === 'string')
      throw new StripeError(400, { message: `Invalid object: ${part}`, param: part });
    level[key] = next;
    level = next;
  }
}
