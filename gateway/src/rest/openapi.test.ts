/** The OpenAPI description matches the values that are sent. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contractKinds } from '@nameloan/contracts/loan';
import { describeRest, supergraphFile } from '../compose.ts';
import { declaredLimits, numbersOf } from './declarations.ts';
import { docsPage } from './docs-page.ts';

type Json = Record<string, unknown>;

const api = JSON.parse(await describeRest(readFileSync(supergraphFile, 'utf8'))) as Json;

function* schemasIn(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  for (const inner of Object.values(value)) yield* schemasIn(inner);
}

test('a nullable enum lists null among its values', () => {
  let seen = 0;
  for (const { type, enum: values } of schemasIn(api)) {
    if (!Array.isArray(type) || !type.includes('null') || !Array.isArray(values)) continue;
    seen++;
    assert.ok(values.includes(null), JSON.stringify(values));
  }
  assert.ok(seen > 0);
});

test('no amount has multipleOf 0.01, which would reject 927.54', () => {
  assert.notEqual(927.54 % 0.01, 0);
  for (const schema of schemasIn(api)) assert.equal(schema.multipleOf, undefined);
});

test('descriptions of arguments and input fields appear in the REST description', () => {
  const { paths } = api as { paths: { '/listings': { get: { parameters: Json[] } } } };
  const said = (name: string) => {
    const found = paths['/listings'].get.parameters.find((one) => one.name === name);
    const { description } = (found ?? assert.fail(name)).schema as Json;
    return String(description);
  };
  assert.match(said('text'), /^Prefixes of words in the name/);
  assert.equal(said('min_amount'), 'Minimum amount. In US dollars, at most two decimals.');
  assert.equal(said('sort'), 'The sort key.');
  assert.ok(docsPage(api).includes(said('min_amount')));
  // Bounds follow the description, or replace it.
  assert.ok(docsPage(api).includes('<dd>From 1, to 100, default 12.</dd>'));
  assert.ok(docsPage(api).includes('<dd>The sort key. Default &quot;NEWEST&quot;.</dd>'));
});

/** The leaves of a request with their paths: `address.city`, `nameservers[]`. */
function* leavesOf(schema: Json, path: string): Generator<[path: string, leaf: Json]> {
  const { properties, items, anyOf } = schema;
  if (Array.isArray(anyOf)) for (const one of anyOf) yield* leavesOf(one, path);
  else if (properties)
    for (const [name, inner] of Object.entries(properties as Record<string, Json>))
      yield* leavesOf(inner, path ? `${path}.${name}` : name);
  else if (items) yield* leavesOf(items as Json, `${path}[]`);
  else yield [path, schema];
}

function* requestLeaves(): Generator<[call: string, path: string, leaf: Json]> {
  type Operation = { parameters?: { name: string; schema: Json }[]; requestBody?: Json };
  for (const [path, operations] of Object.entries(api.paths as Record<string, Json>))
    for (const [method, operation] of Object.entries(operations as Record<string, Operation>)) {
      const call = `${method.toUpperCase()} ${path}`;
      for (const { name, schema } of operation.parameters ?? [])
        for (const [at, leaf] of leavesOf(schema, name)) yield [call, at, leaf];
      const content = (operation.requestBody?.content ?? {}) as Record<string, { schema: Json }>;
      const body = content['application/json']?.schema;
      if (body?.properties) for (const [at, leaf] of leavesOf(body, '')) yield [call, at, leaf];
    }
}

test('every text, number and list of a request states its limits', () => {
  const bounds = {
    string: ['maxLength', 'enum', 'format', 'const'],
    number: ['maximum'],
    integer: ['maximum', 'enum', 'format'],
  };
  const unlimited: string[] = [];
  for (const [call, path, leaf] of requestLeaves())
    for (const [type, keys] of Object.entries(bounds))
      if ([leaf.type].flat().includes(type) && !keys.some((key) => key in leaf))
        unlimited.push(`${call} ${path}`);
  assert.deepEqual(unlimited, [], 'declare them under "limits" in the rest.json of their service');
  for (const { type, maxItems } of schemasIn(Object.fromEntries(requestBodies())))
    if ([type].flat().includes('array')) assert.ok(maxItems);
});

function* requestBodies(): Generator<[string, unknown]> {
  for (const [path, operations] of Object.entries(api.paths as Record<string, Json>))
    for (const operation of Object.values(operations))
      yield [path, (operation as Json).requestBody];
}

test('every declared limit is that of a field', () => {
  const stated = new Set<string>();
  for (const [call, path] of requestLeaves()) {
    stated.add(`* ${path}`).add(`${call} ${path}`);
    // The list that the leaf is in.
    stated.add(`${call} ${path.replace(/\[\].*$/, '')}`);
  }
  const declared = Object.entries(declaredLimits).flatMap(([call, fields]) =>
    Object.keys(fields).map((field) => `${call} ${field}`),
  );
  assert.deepEqual(
    declared.filter((one) => !stated.has(one)),
    [],
  );
});

test('the description states lengths, ranges and quotas', () => {
  const page = docsPage(api);
  assert.ok(page.includes('At least 8 characters, at most 128 characters.'));
  assert.ok(page.includes('From 1, to 100000.'));
  assert.match(String((api.info as Json).description), /60 offers, .*; in one day 2000 listings/);
});

test('REST shows contract kinds by the numbers that are stored', () => {
  assert.deepEqual(numbersOf('ContractKind'), contractKinds);
});

test('the HTML page shows null as a value', () => {
  assert.doesNotMatch(docsPage(api), /&quot;null&quot;|"null"/);
});

test('the HTML page shows every call', () => {
  const page = docsPage(api);
  for (const path of Object.keys(api.paths as Json)) assert.ok(page.includes(`/api${path}<`), path);
});
