/** Journeys over months and years on a separate product, because they advance its clock. */

import { calendarJourneys } from './journeys.ts';
import { describeFlows } from './world/describe-flows.ts';
import { startOneProcess } from './world/one-process.ts';

describeFlows('one process, calendar', { start: startOneProcess, inTime: calendarJourneys });
