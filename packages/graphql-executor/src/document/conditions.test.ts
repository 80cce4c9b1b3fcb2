/** The cache of document variants is bounded. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'graphql';
import { countVariants, VariantCache } from './conditions.ts';

const text =
  'query($a: Boolean!, $b: Boolean!, $c: Boolean!) { x @skip(if: $a) y @include(if: $b) z @skip(if: $c) }';
const combination = (at: number) => ({ a: at % 2 > 0, b: at % 4 > 1, c: at % 8 > 3 });

test('the latest combinations are cached, and no more than the document’s variants are counted', () => {
  let made = 0;
  const cache = new VariantCache(['a', 'b', 'c'], () => ++made);
  const kept = countVariants(parse(text));
  for (let at = 0; at < 8; at++) cache.of(combination(at));
  assert.equal(made, 8);
  for (let at = 8 - kept; at < 8; at++) cache.of(combination(at));
  assert.equal(made, 8, 'the last ones are there');
  cache.of(combination(0));
  assert.equal(made, 9, 'the first one is not');
});

test('a document without conditions has one variant, with one condition two', () => {
  assert.equal(countVariants(parse('{ x }')), 1);
  assert.equal(countVariants(parse('query($a: Boolean!) { x @skip(if: $a) y @skip(if: $a) }')), 2);
});
