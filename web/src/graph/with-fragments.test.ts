/** A document contains every definition it needs exactly once. */

import { expect, test } from '@jest/globals';
import type { DocumentNode } from 'graphql';
import { parse, print } from 'graphql';
import { withFragments } from './with-fragments.ts';

const seal = parse('fragment Seal on Domain { name }');
const row: DocumentNode = withFragments(
  parse('fragment Row on Domain { id ...Seal }').definitions[0],
  [seal],
);

test('a fragment spread by two others appears once', () => {
  const query = parse('query Page { domain { ...Row ...Seal } }').definitions[0];
  const document = withFragments(query, [row, seal]);
  const text = print(document);
  expect(text.match(/fragment Seal on Domain/g)).toHaveLength(1);
  expect(document.definitions).toHaveLength(3);
});

test('the main definition comes first', () => {
  const query = parse('query Page { domain { ...Row } }').definitions[0];
  expect(withFragments(query, [row]).definitions[0]).toBe(query);
});
