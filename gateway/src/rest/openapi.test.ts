/** The OpenAPI description matches the values that are sent. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contractKinds } from '@nameloan/contracts/loan';
import { describeRest, supergraphFile } from '../compose.ts';
import { numbersOf } from './declarations.ts';
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
  assert.ok(docsPage(api).includes('<td>From 1, to 100, default 12.</td>'));
  assert.ok(docsPage(api).includes('<td>The sort key. Default &quot;NEWEST&quot;.</td>'));
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
