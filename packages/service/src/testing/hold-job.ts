/** A process of its own that takes one job and keeps it until told to end: `hold-job.ts URL DATABASE SKEW_MS`. */

import { createLog } from '../log.ts';
import { Store } from '../store/store.ts';

const [mongoUrl = '', database = '', skewMs = '0'] = process.argv.slice(2);
const wall = Date.now.bind(Date);
Date.now = () => wall() + Number(skewMs);

const store = new Store('leases');
await store.open({ mongoUrl, database });
const told = new Promise<void>((resolve) => process.stdin.once('data', () => resolve()));
store.jobs.start(
  {
    long: async () => {
      process.stdout.write('began\n');
      await told;
      process.stdout.write('ended\n');
    },
  },
  createLog('held', 'silent'),
);
await told;
await store.jobs.stop();
await store.close();
