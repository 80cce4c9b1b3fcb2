/** Journeys past the deadlines of a loan on a separate product, because they advance its clock. */

import { describeFlows } from './environment/describe-flows.ts';
import { startOneProcess } from './environment/one-process.ts';
import { deadlineJourneys } from './journeys.ts';

describeFlows('one process, deadlines', { start: startOneProcess, sequential: deadlineJourneys });
