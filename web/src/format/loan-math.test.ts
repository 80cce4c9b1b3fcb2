/** The calculators in the browser give the same results as the server's loan math. */

import { expect, test } from '@jest/globals';
import { loanFiguresCases } from '@nameloan/loan-math/loan-figures.cases.ts';
import { loanFigures } from '@nameloan/loan-math/loan-figures.ts';

test.each(loanFiguresCases)('$name come to the same in a browser', ({ terms, figures }) => {
  expect(loanFigures(terms)).toEqual(figures);
});
