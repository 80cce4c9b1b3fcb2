/** Matching of paths against route patterns. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPathMatcher } from './path-patterns.ts';

const matches = createPathMatcher([
  '/',
  '/domains/:page?',
  '/app/my-domains/:page?/list',
  '/app/escrow/:id',
]);

test('a path matches a pattern segment by segment', () => {
  for (const path of ['/', '/domains', '/domains/', '/domains/3', '/app/escrow/e-1'])
    assert.ok(matches(path), path);
  for (const path of ['/domain', '/domains/3/4', '/app/escrow', '/app', '/x/domains', '/Domains'])
    assert.ok(!matches(path), path);
});

test('an optional segment may be in the middle', () => {
  assert.ok(matches('/app/my-domains/list'));
  assert.ok(matches('/app/my-domains/2/list'));
  assert.ok(!matches('/app/my-domains/2/3/list'));
});

test('regular expression characters are escaped', () => {
  assert.ok(!createPathMatcher(['/a.b'])('/axb'));
});

test('an empty list matches nothing', () => {
  assert.ok(!createPathMatcher([])('/app'));
});
