/**
 * The journeys that process boundaries can affect, with each service in a separate process, on a real broker: the central
 * loan, live updates and ended sessions across services, races, requests between services, and deadlines by one clock. The
 * ways in which a loan ends run on the same processes in `crashes/`. On a server at `MONGODB_URL` all journeys run.
 */

import { natsMissing } from '@nameloan/testkit/nats';
import { mongoUrl } from './environment/config.ts';
import { describeFlows } from './environment/describe-flows.ts';
import { startManyProcesses } from './environment/many-processes.ts';
import {
  deadlineJourneys,
  distributedDeadlineJourneys,
  distributedJourneys,
  hostileJourneys,
  journeys,
} from './journeys.ts';

if (natsMissing) console.log(`journeys over many processes are skipped: ${natsMissing}`);
const runsAll = mongoUrl() !== undefined;
describeFlows('many processes, a real broker', {
  start: startManyProcesses,
  skip: natsMissing,
  hasTimeLimits: true,
  concurrent: runsAll ? [...journeys, ...hostileJourneys] : distributedJourneys,
  sequential: runsAll ? deadlineJourneys : distributedDeadlineJourneys,
});
