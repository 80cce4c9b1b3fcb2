/** Journeys over months and years on a separate product, because they advance its clock. */

import { describeFlows } from './environment/describe-flows.ts';
import { startOneProcess } from './environment/one-process.ts';
import { calendarJourneys } from './journeys.ts';

describeFlows('one process, calendar', {
  // A journey searches the logs for secrets.
  start: () => startOneProcess({ settings: { LOG_LEVEL: 'trace' } }),
  sequential: calendarJourneys,
});
