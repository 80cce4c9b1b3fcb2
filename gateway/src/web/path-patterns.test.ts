/** Paths against the patterns of the app's routes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPathMatcher } from './path-patterns.ts';

const knows = createPathMatcher([
  '/',
  '/domains/:page?',
  '/app/my-domains/:page?/list',
  '/app/escrow/:id',
]);

test('a path is known by the pattern that it fits, part by part', () => {
  for (const path of ['/', '/domains', '/domains/', '/domains/3', '/app/escrow/e-1'])
    assert.ok(knows(path), path);
  for (const path of ['/domain', '/domains/3/4', '/app/escrow', '/app', '/x/domains', '/Domains'])
    assert.ok(!knows(path), path);
});

test('a part that may be absent may be so in the middle', () => {
  assert.ok(knows('/app/my-domains/list'));
  assert.ok(knows('/app/my-domains/2/list'));
  assert.ok(!knows('/app/my-domains/2/3/list'));
});

test('a sign of a pattern means itself', () => {
  assert.ok(!createPathMatcher(['/a.b'])('/axb'));
});

test('no patterns know no path', () => {
  assert.ok(!createPathMatcher([])('/app'));
});
