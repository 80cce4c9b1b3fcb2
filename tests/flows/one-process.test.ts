/** The journeys that need no other time, on the product as `npm start` runs it with nothing else installed. */

import { journeys } from './journeys.ts';
import { describeFlows } from './world/describe-flows.ts';
import { startOneProcess } from './world/one-process.ts';

describeFlows('one process, embedded engines', { start: startOneProcess, sideBySide: journeys });
