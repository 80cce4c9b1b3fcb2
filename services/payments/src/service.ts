/** Definition of the payments service. */

import type { ServiceDefinition } from '@nameloan/subgraph/service';
import { settings } from './config.ts';
import { events } from './events.ts';
import { resolvers } from './graphql.ts';
import { jobs } from './jobs.ts';
import { requestHandlers } from './request-handlers.ts';
import { routes } from './routes.ts';
import { serviceContext } from './service-context.ts';

export const paymentsService: ServiceDefinition = {
  context: serviceContext,
  folder: import.meta.dirname,
  settings,
  resolvers,
  events,
  requestHandlers,
  jobs,
  routes,
};
