/** What the REST description says of values is true of the values that are sent. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { describeRest, supergraphFile } from '../compose.ts';
import { docsPage } from './docs-page.ts';

type Json = Record<string, unknown>;

const api = JSON.parse(await describeRest(readFileSync(supergraphFile, 'utf8'))) as Json;

function* schemasIn(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  for (const inner of Object.values(value)) yield* schemasIn(inner);
}

test('a choice that may be null has null among its values, since an enum allows nothing else', () => {
  let seen = 0;
  for (const { type, enum: values } of schemasIn(api)) {
    if (!Array.isArray(type) || !type.includes('null') || !Array.isArray(values)) continue;
    seen++;
    assert.ok(values.includes(null), JSON.stringify(values));
  }
  assert.ok(seen > 0);
});

test('no amount is bound to multiples of a cent in binary, which would refuse 927.54', () => {
  assert.notEqual(927.54 % 0.01, 0);
  for (const schema of schemasIn(api)) assert.equal(schema.multipleOf, undefined);
});

test('what the schema says of an input, or of a part of one, is said of it over REST', () => {
  const { paths } = api as { paths: { '/listings': { get: { parameters: Json[] } } } };
  const said = (name: string) => {
    const found = paths['/listings'].get.parameters.find((one) => one.name === name);
    const { description } = (found ?? assert.fail(name)).schema as Json;
    return String(description);
  };
  assert.match(said('text'), /^How words of the name begin/);
  assert.equal(said('min_amount'), 'Least amount asked for. In US dollars, at most two decimals.');
  assert.equal(said('sort'), 'By what they are ordered.');
  assert.ok(docsPage(api).includes(said('min_amount')));
  // Bounds come after the words, and stand for them where they say the same.
  assert.ok(docsPage(api).includes('<td>From 1, to 100, default 12.</td>'));
  assert.ok(
    docsPage(api).includes('<td>By what they are ordered. Default &quot;NEWEST&quot;.</td>'),
  );
});

test('the readable page shows null as the value that it is', () => {
  assert.doesNotMatch(docsPage(api), /&quot;null&quot;|"null"/);
});

test('the readable page shows every call that there is', () => {
  const page = docsPage(api);
  for (const path of Object.keys(api.paths as Json)) assert.ok(page.includes(`/api${path}<`), path);
});
