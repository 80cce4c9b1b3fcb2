/** The notifications service: its doors, its settings, its mail server. */

import { registerReconcileEndpoint } from '@nameloan/service/reconcile-endpoint.ts';
import type { ServiceDefinition } from '@nameloan/service/service.ts';
import { jobs } from './clock.ts';
import { settings } from './config.ts';
import { events } from './events.ts';
import { resolvers } from './graphql.ts';
import { closeMailServer, openMailServer } from './mail/mail-server.ts';
import { reconcile } from './reconcile/reconcile.ts';
import { encryptedFields } from './sealed.ts';
import { serviceContext } from './service-context.ts';

export const notificationsService: ServiceDefinition = {
  context: serviceContext,
  folder: import.meta.dirname,
  settings,
  resolvers,
  events,
  jobs,
  encryptedFields,
  routes: (app, keyring) => registerReconcileEndpoint(app, keyring, reconcile),
  prepare: async () => openMailServer(),
  release: async () => closeMailServer(),
};
