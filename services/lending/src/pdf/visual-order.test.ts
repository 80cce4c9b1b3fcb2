/** The order of right-to-left text in a line, and that a name can't move what stands around it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Run } from './typeface.ts';
import { toRuns } from './typeface.ts';
import { orderVisually } from './visual-order.ts';

const draw = (...spans: string[]): string => {
  const runs: Run[] = spans.flatMap((text, span) =>
    toRuns(text, 'regular').map((run) => ({ ...run, span })),
  );
  return orderVisually(runs)
    .map(({ text }) => text)
    .join('|');
};

test('words of a right-to-left name are drawn from right to left, its numbers from left to right', () => {
  assert.equal(draw('דנה כהן'), 'כהן| |דנה');
  assert.equal(draw('רחוב 12'), '12| |רחוב');
  assert.equal(draw('محمد بن علي'), 'علي| |بن| |محمد');
  assert.equal(draw('דנה (כהן)'), '(|כהן|)| |דנה');
});

test('left-to-right text keeps its order, also around a right-to-left name', () => {
  assert.equal(draw('Ann Example 12'), 'Ann Example 12');
  assert.equal(draw('between ', 'דנה', ' 30 days'), 'between |דנה| 30 days');
});
