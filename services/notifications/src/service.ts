/** Definition of the notifications service. */

import { registerReconcileEndpoint } from '@nameloan/subgraph/http/reconcile-endpoint';
import type { ServiceDefinition } from '@nameloan/subgraph/service';
import { settings } from './config.ts';
import { encryptedFields } from './encrypted-fields.ts';
import { events } from './events.ts';
import { resolvers } from './graphql.ts';
import { jobs } from './jobs.ts';
import { closeMailServer, openMailServer } from './mail/mail-server.ts';
import { reconcile } from './reconcile/reconcile.ts';
import { serviceContext } from './service-context.ts';
import { unsubscribeRoutes } from './unsubscribe/unsubscribe-routes.ts';

export const notificationsService: ServiceDefinition = {
  context: serviceContext,
  folder: import.meta.dirname,
  settings,
  resolvers,
  events,
  jobs,
  encryptedFields,
  routes: (app, keyring) => {
    registerReconcileEndpoint(app, keyring, reconcile);
    unsubscribeRoutes(app, keyring);
  },
  prepare: async () => openMailServer(),
  release: async () => closeMailServer(),
};
