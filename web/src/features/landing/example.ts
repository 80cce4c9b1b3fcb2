/** The loan that the front page shows as an example; its figures are computed like any other's. */

import { loanFigures } from '@nameloan/figures/loan-figures.ts';

export const example = {
  domain: 'harborline.com',
  amountCents: 1_250_000,
  termDays: 90,
  rateBps: 1_450,
} as const;

export const exampleFigures = loanFigures(example);
