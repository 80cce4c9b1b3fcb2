/** The journeys of hostile calls on the product as `npm start` runs it; `gateway/src/rest/hostile.test.ts` is the sample. */

import { hostileJourneys } from './journeys.ts';
import { describeFlows } from './world/describe-flows.ts';
import { startOneProcess } from './world/one-process.ts';

describeFlows('one process, hostile calls', {
  start: startOneProcess,
  sideBySide: hostileJourneys,
});
