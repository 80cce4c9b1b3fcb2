/** The migration command of a service that handles two events. */

import { runMigration } from '@nameloan/subgraph/run';
import { createServiceContext } from '@nameloan/subgraph/service-context';

const done = async () => {};

await runMigration({
  context: createServiceContext('small'),
  folder: import.meta.dirname,
  resolvers: {},
  events: { 'payments.balance.changed': done, 'payments.hold.released': done },
  jobs: { handlers: {} },
});
