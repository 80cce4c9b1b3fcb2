/** The journeys through months and years, on a product of their own: they advance its clock. */

import { calendarJourneys } from './journeys.ts';
import { describeFlows } from './world/describe-flows.ts';
import { startOneProcess } from './world/one-process.ts';

describeFlows('one process, calendar', { start: startOneProcess, inTime: calendarJourneys });
