/** Tests the costs against the shared cases. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loanCostsCases } from './loan-costs.cases.ts';
import { calculateLoanCosts } from './loan-costs.ts';

for (const { name, terms, costs } of loanCostsCases)
  test(`costs of ${name}`, () => {
    assert.deepEqual(calculateLoanCosts(terms), costs);
  });
