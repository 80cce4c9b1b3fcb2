/** One whole loan, for `npm test -- --changed`; `one-process.test.ts` has the same journey among all others. */

import { repaidLoan } from './journeys/repaid-loan.ts';
import { describeFlows } from './world/describe-flows.ts';
import { startOneProcess } from './world/one-process.ts';

describeFlows('one process, one loan', { start: startOneProcess, sideBySide: [repaidLoan] });
