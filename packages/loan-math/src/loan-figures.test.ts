/** The figures against the table that every side is held to. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loanFiguresCases } from './loan-figures.cases.ts';
import { loanFigures } from './loan-figures.ts';

for (const { name, terms, figures } of loanFiguresCases)
  test(`${name} come to what exact fractions say`, () => {
    assert.deepEqual(loanFigures(terms), figures);
  });
