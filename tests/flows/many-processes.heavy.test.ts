/**
 * The journeys with each service in a separate process, on a real broker. Those of the calendar run in one process only:
 * the deadlines show here that all processes share one clock.
 */

import { natsMissing } from '@nameloan/testkit/nats';
import { describeFlows } from './environment/describe-flows.ts';
import { startManyProcesses } from './environment/many-processes.ts';
import { deadlineJourneys, hostileJourneys, journeys } from './journeys.ts';

if (natsMissing) console.log(`journeys over many processes are skipped: ${natsMissing}`);
describeFlows('many processes, a real broker', {
  start: startManyProcesses,
  skip: natsMissing,
  hasTimeLimits: true,
  concurrent: [...journeys, ...hostileJourneys],
  sequential: deadlineJourneys,
});
