/** All journeys on the product as `npm start` runs it with nothing else installed. */

import { describeFlows } from './world/describe-flows.ts';
import { startOneProcess } from './world/one-process.ts';

describeFlows('one process, embedded engines', startOneProcess);
