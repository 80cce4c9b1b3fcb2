/** Labels and history texts of loans come from the graph: the web has no table of them. */

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const sources = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/generated|\.test\.tsx?$|\/testing\//.test(file),
);
const lending = 'services/lending/src';
const descriptors = [
  ...globSync(`${lending}/escrow/transition/*-transitions.ts`, { cwd: root }),
  `${lending}/loan/history.ts`,
  `${lending}/escrow/waiting-for.ts`,
];

const [, names = ''] =
  /export const escrowTransitions = \[([^\]]*)\]/.exec(read('packages/contracts/src/loan.ts')) ??
  [];
const transitions = [...names.matchAll(/[A-Z_]+/g)].map(([name]) => name);

/** Texts of several words: a word such as Cancel is also on other buttons. */
const texts = new Set(
  descriptors
    .flatMap((file) => [...read(file).matchAll(/\b(?:[A-Z_]+|label|history|choice): '([^']+)'/g)])
    .map(([, text = '']) => text)
    .filter((text) => /^[A-Z].* /.test(text)),
);

test('no source of the web app repeats a label or a history text', () => {
  assert.ok(texts.has('Mark Paid') && texts.has('Signed the contract') && texts.size > 50);
  const repeated = sources.flatMap((file) =>
    [...read(file).matchAll(/'([^'\n]+)'|"([^"\n]+)"|>([^<>{}]+)</g)]
      .map((match) => (match[1] ?? match[2] ?? match[3] ?? '').trim())
      .filter((literal) => texts.has(literal))
      .map((literal) => `${file}: ${literal}`),
  );
  assert.deepEqual(repeated, []);
});

test('no source of the web app has texts by transition', () => {
  assert.ok(transitions.includes('MARK_PAID') && transitions.length > 30);
  const key = new RegExp(`\\b(${transitions.join('|')}): ['"\`]`, 'g');
  const tables = sources.flatMap((file) =>
    [...read(file).matchAll(key)].map(([entry]) => `${file}: ${entry}`),
  );
  assert.deepEqual(tables, []);
});
