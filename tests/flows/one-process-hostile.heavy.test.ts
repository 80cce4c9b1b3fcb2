/** Hostile calls to the product that `npm start` runs; `gateway/src/rest/hostile-input.test.ts` is the sample. */

import { describeFlows } from './environment/describe-flows.ts';
import { startOneProcess } from './environment/one-process.ts';
import { hostileJourneys } from './journeys.ts';

describeFlows('one process, hostile calls', {
  start: startOneProcess,
  concurrent: hostileJourneys,
});
