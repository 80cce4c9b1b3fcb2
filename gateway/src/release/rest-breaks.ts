/** What a client of the REST API of one description would miss in another: paths, fields, values, types. */

import type { Json } from '../rest/openapi.ts';

/** Which way what is described goes: callers send it, or they read it. */
type Way = 'sent' | 'read';

interface Place {
  before: Json;
  after: Json;
  way: Way;
  /** In words, for the sentence. */
  at: string;
}

const asJson = (value: unknown): Json => (value ?? {}) as Json;
const asTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A sentence for each, in the order of the paths. Both are whole OpenAPI documents. */
export function findRestBreaks(before: Json, after: Json): string[] {
  const there = Object.fromEntries(
    Object.entries(asJson(after.paths)).map(([path, methods]) => [unnamed(path), methods]),
  );
  return Object.entries(asJson(before.paths)).flatMap(([path, methods]) =>
    Object.entries(asJson(methods)).flatMap(([method, call]) => {
      const at = `${method.toUpperCase()} ${path}`;
      const now = asJson(there[unnamed(path)])[method];
      if (!now) return [`${at} was removed.`];
      const whole = { before: resolver(before)(call), after: resolver(after)(now), at };
      return [
        ...(isOpen(call) && !isOpen(now) ? [`${at} needs an access token now.`] : []),
        ...parameterBreaks(whole),
        ...bodyBreaks(whole),
        ...answerBreaks(whole),
      ];
    }),
  );
}

/** A caller fills a place in a path and never says its name. */
const unnamed = (path: string) => path.replace(/\{\w+\}/g, '{}');

/** Without an access token. Ours says so of each call; the whole document demands none. */
function isOpen(call: unknown): boolean {
  const { security } = asJson(call);
  return !Array.isArray(security) || security.length === 0;
}

/** Puts shapes that are named once in the places that refer to them. */
function resolver(document: Json): (value: unknown) => Json {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref } = value as Json;
    if (typeof $ref !== 'string')
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolve(one)]));
    const names = $ref.replace(/^#\//, '').split('/');
    return resolve(names.reduce<unknown>((at, name) => asJson(at)[name], document));
  };
  return (value) => asJson(resolve(value));
}

type Calls = Omit<Place, 'way'>;

function parameterBreaks({ before, after, at }: Calls): string[] {
  const old = byName(before.parameters);
  const present = byName(after.parameters);
  const changed = [...old].flatMap(([name, one]) => {
    const now = present.get(name);
    // What is not known in a query is ignored, so a filter that is gone answers something else.
    if (!now) return [`${at}: the parameter ${name} was removed.`];
    const place = { before: asJson(one.schema), after: asJson(now.schema) };
    const bound = one.required !== true && now.required === true;
    return [
      ...(bound ? [`${at}: the parameter ${name} is required now.`] : []),
      ...shapeBreaks({ ...place, way: 'sent', at: `${at}: the parameter ${name}` }),
    ];
  });
  const added = [...present].filter(([name, one]) => one.required === true && !old.has(name));
  return [...changed, ...added.map(([name]) => `${at}: the parameter ${name} is required now.`)];
}

const byName = (parameters: unknown) =>
  new Map(
    (Array.isArray(parameters) ? parameters : []).map((one: Json, place) => [
      one.in === 'path' ? `in place ${place + 1}` : String(one.name),
      one,
    ]),
  );

function bodyBreaks({ before, after, at }: Calls): string[] {
  const old = contentOf(before.requestBody);
  const present = contentOf(after.requestBody);
  const bound = !asJson(before.requestBody).required && asJson(after.requestBody).required === true;
  return [
    ...(bound ? [`${at}: a body is required now.`] : []),
    ...contentBreaks({ before: old, after: present, way: 'sent', at: `${at}: the body` }),
  ];
}

function answerBreaks({ before, after, at }: Calls): string[] {
  const present = asJson(after.responses);
  return Object.entries(asJson(before.responses)).flatMap(([status, answer]) => {
    const now = present[status];
    if (!now) return [`${at} does not answer ${status} any more.`];
    const place = { before: contentOf(answer), after: contentOf(now) };
    return contentBreaks({ ...place, way: 'read', at: `${at}: the answer` });
  });
}

const contentOf = (value: unknown) => asJson(asJson(value).content);

function contentBreaks({ before, after, way, at }: Place): string[] {
  return Object.entries(before).flatMap(([type, content]) => {
    const now = after[type];
    if (!now) return [`${at} is not ${type} any more.`];
    const place = { before: asJson(asJson(content).schema), after: asJson(asJson(now).schema) };
    return shapeBreaks({ ...place, way, at });
  });
}

function shapeBreaks({ before, after, way, at }: Place): string[] {
  const [old, present] = [split(before), split(after)];
  const inner = { before: old.bare, after: present.bare, way, at };
  return [
    ...(way === 'sent' && old.nullable && !present.nullable ? [`${at} may not be null now.`] : []),
    ...(way === 'read' && !old.nullable && present.nullable ? [`${at} may be null now.`] : []),
    ...typeBreaks(inner),
    ...fieldBreaks(inner),
    ...(old.bare.items
      ? shapeBreaks({
          before: asJson(old.bare.items),
          after: asJson(present.bare.items),
          way,
          at: `${at}, an item`,
        })
      : []),
  ];
}

/** A shape without null, and whether it may be null. */
function split(schema: Json): { bare: Json; nullable: boolean } {
  if (Array.isArray(schema.anyOf)) {
    const [bare] = schema.anyOf.filter((one: Json) => one.type !== 'null');
    return { bare: asJson(bare), nullable: schema.anyOf.length > 1 };
  }
  if (!Array.isArray(schema.type)) return { bare: schema, nullable: false };
  const [type] = schema.type.filter((one) => one !== 'null');
  return { bare: { ...schema, type }, nullable: schema.type.includes('null') };
}

function typeBreaks({ before, after, way, at }: Place): string[] {
  const form = ({ type, format }: Json) => [type, format].filter(Boolean).join(' ');
  if (form(before) !== form(after)) return [`${at} is ${form(after)} now, not ${form(before)}.`];
  const values = new Set(asTexts(after.enum));
  const gone = asTexts(before.enum).filter((value) => value !== 'null' && !values.has(value));
  const narrowed = way === 'sent' && !before.enum && after.enum ? ['only some values'] : [];
  const bounds = way === 'sent' ? boundBreaks(before, after) : [];
  return [
    ...gone.map((value) => `${at} has no ${value} any more.`),
    ...[...narrowed, ...bounds].map((what) => `${at} takes ${what} now.`),
  ];
}

function boundBreaks(before: Json, after: Json): string[] {
  const most = ['maximum', 'maxLength', 'maxItems'] as const;
  const least = ['minimum', 'minLength', 'minItems'] as const;
  const less = most.filter((key) => Number(after[key]) < Number(before[key] ?? Infinity));
  const more = least.filter((key) => Number(after[key]) > Number(before[key] ?? -Infinity));
  return [...less, ...more].map((key) => `a ${key} of ${after[key]}`);
}

function fieldBreaks({ before, after, way, at }: Place): string[] {
  const present = asJson(after.properties);
  const old = asJson(before.properties);
  const changed = Object.entries(old).flatMap(([name, one]) => {
    const place = `${at}, ${name}`;
    if (!(name in present)) return [`${place} was removed.`];
    return shapeBreaks({ before: asJson(one), after: asJson(present[name]), way, at: place });
  });
  const [needed, was] = [asTexts(after.required), new Set(asTexts(before.required))];
  const bound = way === 'sent' ? needed.filter((name) => !was.has(name)) : [];
  const kept = new Set(needed);
  const loose = way === 'read' ? [...was].filter((name) => name in present && !kept.has(name)) : [];
  return [
    ...changed,
    ...bound.map((name) => `${at}, ${name} is required now.`),
    ...loose.map((name) => `${at}, ${name} may be missing now.`),
  ];
}
