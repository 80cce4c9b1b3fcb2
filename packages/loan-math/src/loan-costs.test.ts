/** The figures against the table that every side is held to. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loanCostsCases } from './loan-costs.cases.ts';
import { calculateLoanCosts } from './loan-costs.ts';

for (const { name, terms, figures } of loanCostsCases)
  test(`${name} come to what exact fractions say`, () => {
    assert.deepEqual(calculateLoanCosts(terms), figures);
  });
