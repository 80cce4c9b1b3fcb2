/** One whole loan, for `npm test -- --changed`; `one-process.test.ts` includes the same journey. */

import { repaidLoan } from './journeys/repaid-loan.ts';
import { describeFlows } from './world/describe-flows.ts';
import { startOneProcess } from './world/one-process.ts';

describeFlows('one process, one loan', { start: startOneProcess, sideBySide: [repaidLoan] });
