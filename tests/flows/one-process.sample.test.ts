/** One whole loan, for `npm test -- --changed`; `one-process.test.ts` includes the same journey. */

import { describeFlows } from './environment/describe-flows.ts';
import { startOneProcess } from './environment/one-process.ts';
import { repaidLoan } from './journeys/repaid-loan.ts';

describeFlows('one process, one loan', { start: startOneProcess, concurrent: [repaidLoan] });
