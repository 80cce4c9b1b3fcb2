/** The diagram of a loan on the developers page shows exactly the changes that lending allows. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { escrowStatuses } from '@nameloan/contracts/loan';
import { changes, loanDiagram, states } from './loan-diagram.ts';

/** Generated from the table that lending checks on every write. */
const readme = readFileSync(
  new URL('../../../../services/lending/README.md', import.meta.url),
  'utf8',
);

test('the diagram has every status, and every change from one status to another', () => {
  assert.deepEqual(states.map(({ code }) => code).sort(), [...escrowStatuses].sort());
  const allowed = [...readme.matchAll(/^ {2}([A-Z_]+) --> ([A-Z_]+):/gm)]
    .filter(([, from, to]) => from !== to)
    .map(([, from, to]) => `${from} ${to}`);
  assert.ok(allowed.length > 10);
  assert.deepEqual(changes.map(({ from, to }) => `${from} ${to}`).sort(), allowed.sort());
});

test('both layouts are named, and the list below says all that they show', () => {
  assert.equal(loanDiagram.match(/<svg [^>]*role="img" aria-label="[^"]+"/g)?.length, 2);
  const [, list = ''] = loanDiagram.split('<ul>');
  for (const { from, to, what } of changes)
    assert.ok(list.includes(`<code>${from}</code> → <code>${to}</code>: ${what}`), what);
});
