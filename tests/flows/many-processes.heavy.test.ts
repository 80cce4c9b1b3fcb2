/** All journeys with each service in a separate process, on a real broker. */

import { natsMissing } from '@nameloan/testkit/nats';
import { describeFlows } from './environment/describe-flows.ts';
import { startManyProcesses } from './environment/many-processes.ts';
import { calendarJourneys, deadlineJourneys, hostileJourneys, journeys } from './journeys.ts';

if (natsMissing) console.log(`journeys over many processes are skipped: ${natsMissing}`);
describeFlows('many processes, a real broker', {
  start: startManyProcesses,
  skip: natsMissing,
  hasTimeLimits: true,
  concurrent: [...journeys, ...hostileJourneys],
  sequential: [...deadlineJourneys, ...calendarJourneys],
});
