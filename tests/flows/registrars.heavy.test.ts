/** A whole loan with its name at each kind of registrar account, and loans on names of all of them in one product. */

import { describeFlows } from './environment/describe-flows.ts';
import { startOneProcess } from './environment/one-process.ts';
import { mixedPortfolio } from './journeys/mixed-portfolio.ts';
import { repaidLoan } from './journeys/repaid-loan.ts';

const startWith = (SANDBOX_REGISTRAR: string) => () =>
  startOneProcess({ settings: { SANDBOX_REGISTRAR } });

for (const registrar of ['reseller', 'namecom'])
  describeFlows(`a loan with its name at: ${registrar}`, {
    start: startWith(registrar),
    concurrent: [repaidLoan],
  });

describeFlows('a mixed portfolio', { start: startWith('mixed'), sequential: [mixedPortfolio] });
