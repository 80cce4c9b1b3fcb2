/** Journeys past the deadlines of a loan on a separate product, because they advance its clock. */

import { deadlineJourneys } from './journeys.ts';
import { describeFlows } from './world/describe-flows.ts';
import { startOneProcess } from './world/one-process.ts';

describeFlows('one process, deadlines', { start: startOneProcess, inTime: deadlineJourneys });
