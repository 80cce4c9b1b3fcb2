/** Makes the committed OpenAPI description readable: shares equal schemas and prints like the formatter. */

import type { Json } from './openapi.ts';

const lineWidth = 100;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Counts the titled object schemas below `value`, children first. */
function count(value: unknown, seen: Map<string, { title: string; times: number }>): void {
  for (const child of isObject(value) || Array.isArray(value) ? Object.values(value) : []) {
    count(child, seen);
  }
  if (!isObject(value) || typeof value.title !== 'string' || !value.properties) return;
  const text = JSON.stringify(value);
  const known = seen.get(text);
  seen.set(text, { title: value.title, times: (known?.times ?? 0) + 1 });
}

/** Moves every titled object schema into `components.schemas` and replaces it by a reference. */
export function shareSchemas(api: Json): Json {
  const seen = new Map<string, { title: string; times: number }>();
  count(api.paths, seen);
  const names = new Map<string, string>();
  const taken = new Map<string, number>();
  for (const [text, { title }] of seen) {
    const there = (taken.get(title) ?? 0) + 1;
    taken.set(title, there);
    names.set(text, there === 1 ? title : `${title}${there}`);
  }
  const schemas: Json = {};
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isObject(value)) return value;
    const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one)]));
    const name = value.properties ? names.get(JSON.stringify(value)) : undefined;
    if (!name) return inner;
    schemas[name] = inner;
    return { $ref: `#/components/schemas/${name}` };
  };
  const paths = walk(api.paths);
  const components = api.components as Json;
  const sorted = Object.entries({ ...schemas, ...(components.schemas as Json) }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return { ...api, paths, components: { ...components, schemas: Object.fromEntries(sorted) } };
}

/** Prints JSON with one object field per line, and a list on one line if it fits. */
export function printJson(value: unknown, indent = '', used = 0): string {
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    if (!value.some((one) => isObject(one) && Object.keys(one).length > 0)) {
      const flat = `[${value.map((one) => printJson(one)).join(', ')}]`;
      if (used + flat.length <= lineWidth) return flat;
    }
    const items = value.map((one) => deeper + printJson(one, deeper, deeper.length));
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  const lines = entries.map(([key, one], index) => {
    const head = `${deeper}${JSON.stringify(key)}: `;
    const comma = index < entries.length - 1 ? 1 : 0;
    return head + printJson(one, deeper, head.length + comma);
  });
  return `{\n${lines.join(',\n')}\n${indent}}`;
}
