/** Journeys of loans with instalments over a year on a separate product, because they advance its clock. */

import { describeFlows } from './environment/describe-flows.ts';
import { startOneProcess } from './environment/one-process.ts';
import { planJourneys } from './journeys.ts';

describeFlows('one process, instalments', { start: startOneProcess, sequential: planJourneys });
