/** Journeys that do not advance the clock, on the product that `npm start` runs with embedded engines. */

import { describeFlows } from './environment/describe-flows.ts';
import { startOneProcess } from './environment/one-process.ts';
import { journeys } from './journeys.ts';

describeFlows('one process, embedded engines', { start: startOneProcess, concurrent: journeys });
