/** One whole loan and figures for `npm test`; `one-process.heavy.test.ts` runs the same journeys with all others. */

import { describeFlows } from './environment/describe-flows.ts';
import { startOneProcess } from './environment/one-process.ts';
import { figures } from './journeys/figures.ts';
import { repaidLoan } from './journeys/repaid-loan.ts';

describeFlows('one process, one loan', {
  start: startOneProcess,
  concurrent: [repaidLoan, figures],
});
