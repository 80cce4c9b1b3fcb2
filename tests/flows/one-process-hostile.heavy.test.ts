/** Hostile calls to the product that `npm start` runs; `gateway/src/rest/hostile-input.test.ts` is the sample. */

import { hostileJourneys } from './journeys.ts';
import { describeFlows } from './world/describe-flows.ts';
import { startOneProcess } from './world/one-process.ts';

describeFlows('one process, hostile calls', {
  start: startOneProcess,
  sideBySide: hostileJourneys,
});
