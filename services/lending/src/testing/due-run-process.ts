/** Lending as a process without other services, for tests of its jobs: on a database that stays, by a clock that is ahead. */

import { LocalBus } from '@nameloan/messaging/local-bus';
import { moveClock } from '@nameloan/runtime/clock';
import { startService } from '@nameloan/subgraph/service';
import { testSecret } from '@nameloan/testkit/service/test-service';
import { lendingService } from '../service.ts';

const { CLOCK_OFFSET_MS, DATABASE_PREFIX, MONGODB_URL } = process.env;

moveClock(Number(CLOCK_OFFSET_MS));
const running = await startService(
  lendingService,
  {
    ...{ MONGODB_URL, DATABASE_PREFIX, INTERNAL_SECRET: testSecret, LOG_LEVEL: 'error' },
    ...{ GOVERNING_LAW: 'Ireland', GOVERNING_VENUE: 'Dublin' },
  },
  { bus: new LocalBus() },
);
/** Seconds of processor time since the start of the work, of all threads. */
const startedAt = process.cpuUsage();
process.on('message', () => {
  const { user, system } = process.cpuUsage(startedAt);
  process.send?.((user + system) / 1e6);
});
await running.begin();
