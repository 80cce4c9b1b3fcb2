/** Journeys over months and years on a separate product, because they advance its clock. */

import { describeFlows } from './environment/describe-flows.ts';
import { startOneProcess } from './environment/one-process.ts';
import { calendarJourneys } from './journeys.ts';

describeFlows('one process, calendar', { start: startOneProcess, sequential: calendarJourneys });
