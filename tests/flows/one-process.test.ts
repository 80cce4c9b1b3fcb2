/** Journeys that do not advance the clock, on the product that `npm start` runs with embedded engines. */

import { journeys } from './journeys.ts';
import { describeFlows } from './world/describe-flows.ts';
import { startOneProcess } from './world/one-process.ts';

describeFlows('one process, embedded engines', { start: startOneProcess, sideBySide: journeys });
