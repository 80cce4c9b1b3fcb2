/** The definition of the lending service: its context, resolvers, event handlers, jobs and routes. */

import { registerReconcileEndpoint } from '@nameloan/subgraph/http/reconcile-endpoint';
import type { ServiceDefinition } from '@nameloan/subgraph/service';
import { assignmentRoutes } from './assignment/assignment-routes.ts';
import { calendarRoutes } from './calendar/calendar-routes.ts';
import { settings } from './config.ts';
import { contractRoutes } from './contract/contract-routes.ts';
import { encryptedFields } from './encrypted-fields.ts';
import { exposeOverdueDecisions } from './escrow/next-step/overdue-decisions.ts';
import { readTransitionNote } from './escrow/read-transition-note.ts';
import { events } from './events.ts';
import { evidenceRoutes } from './evidence/evidence-routes.ts';
import { resolvers } from './graphql.ts';
import { jobs } from './jobs.ts';
import { clearCountCache } from './listing/count-listings.ts';
import { repairOpenCount } from './listing/open-count.ts';
import { operatorRoutes } from './operator-routes.ts';
import { readPayeeUse } from './payee/apply-payee-change.ts';
import { readAccountUse } from './read-account-use.ts';
import { reconcile } from './reconcile/reconcile.ts';
import { serviceContext } from './service-context.ts';
import { statementRoutes } from './statement/statement-routes.ts';

exposeOverdueDecisions();

export const lendingService: ServiceDefinition = {
  context: serviceContext,
  folder: import.meta.dirname,
  settings,
  resolvers,
  events,
  requestHandlers: {
    'lending.transition-note': readTransitionNote,
    'lending.account-use': readAccountUse,
    'lending.payee-use': readPayeeUse,
  },
  jobs,
  encryptedFields,
  routes: (app, keyring) => {
    contractRoutes(app, keyring);
    assignmentRoutes(app, keyring);
    calendarRoutes(app, keyring);
    evidenceRoutes(app, keyring);
    statementRoutes(app, keyring);
    operatorRoutes(app, keyring);
    registerReconcileEndpoint(app, keyring, reconcile);
  },
  prepare: async () => {
    clearCountCache();
    await repairOpenCount();
  },
};
