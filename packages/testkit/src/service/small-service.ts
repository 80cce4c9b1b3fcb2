/** A complete service process for tests of shutdown: a slow query, and a job that never ends. */

import { runService } from '@nameloan/subgraph/run';
import { createServiceContext } from '@nameloan/subgraph/service-context';

const [folder = ''] = process.argv.slice(2);

await runService({
  context: createServiceContext('small'),
  folder,
  resolvers: {
    Query: {
      slow: async (_: unknown, { ms }: { ms: number }) => {
        process.stdout.write('called\n');
        await new Promise((resolve) => setTimeout(resolve, ms));
        return ms;
      },
    },
  },
  events: {},
  jobs: {
    handlers: {
      endless: () => {
        process.stdout.write('job started\n');
        return new Promise<void>(() => {});
      },
    },
    recurring: process.argv.includes('endless') ? ['endless'] : [],
  },
});
