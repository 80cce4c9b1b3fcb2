/** What calculators show is what the server would say: its own arithmetic, by the path that the web app imports it. */

import { expect, test } from '@jest/globals';
import { loanFiguresCases } from '@nameloan/figures/loan-figures.cases.ts';
import { loanFigures } from '@nameloan/figures/loan-figures.ts';

test.each(loanFiguresCases)('$name come to the same in a browser', ({ terms, figures }) => {
  expect(loanFigures(terms)).toEqual(figures);
});
