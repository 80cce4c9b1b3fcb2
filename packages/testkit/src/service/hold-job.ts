/** A process that claims one job and holds it until it receives a line: `hold-job.ts URL DATABASE SKEW_MS`. */

import { Store } from '@nameloan/persistence/store';
import { createLog } from '@nameloan/runtime/log';

const [mongoUrl = '', database = '', skewMs = '0'] = process.argv.slice(2);
const wall = Date.now.bind(Date);
Date.now = () => wall() + Number(skewMs);

const store = new Store('leases');
await store.open({ mongoUrl, database });
const released = new Promise<void>((resolve) => process.stdin.once('data', () => resolve()));
store.jobs.start(
  {
    long: async () => {
      process.stdout.write('began\n');
      await released;
      process.stdout.write('ended\n');
    },
  },
  createLog('held', 'silent'),
);
await released;
await store.jobs.stop();
await store.close();
