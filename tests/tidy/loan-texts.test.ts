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
  ...globSync(`${lending}/escrow/transition/**/*-transitions.ts`, { cwd: root }),
  `${lending}/loan/history.ts`,
  `${lending}/escrow/next-step/waiting-for.ts`,
];

const [, names = ''] =
  /export const escrowTransitions = \[([^\]]*)\]/.exec(read('packages/contracts/src/loan.ts')) ??
  [];
const transitions = [...names.matchAll(/[A-Z_]+/g)].map(([name]) => name);

/** All strings of several words, whatever they are for: a word such as Cancel is also on other buttons. */
const texts = new Set(
  descriptors
    .flatMap((file) => [...read(file).matchAll(/'([^'\n]+)'/g)])
    .map(([, text = '']) => text)
    .filter((text) => /^[A-Z].* /.test(text)),
);

test('no source of the web app repeats a label or a history text', () => {
  for (const text of ['Mark Paid', 'Signed the contract', 'Continue the loan', 'Asked to cancel'])
    assert.ok(texts.has(text), text);
  assert.ok(texts.size > 50);
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
