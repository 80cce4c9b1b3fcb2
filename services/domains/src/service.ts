/** Definition of the domains service: context, settings, handlers and the registry connection. */

import { registerReconcileEndpoint } from '@nameloan/subgraph/http/reconcile-endpoint';
import type { ServiceDefinition } from '@nameloan/subgraph/service';
import { chooseAppraiser } from './appraisal/choose-appraiser.ts';
import { settings } from './config.ts';
import { noticeRoutes } from './custody/monitoring/receive-notice.ts';
import { stopRefresh } from './diligence/refresh/refresh-diligence.ts';
import {
  getListingEligibilities,
  getListingEligibility,
} from './domain/listing/listing-eligibility.ts';
import { readAccountUse } from './domain/read-account-use.ts';
import { encryptedFields } from './encrypted-fields.ts';
import { events } from './events.ts';
import { resolvers } from './graphql.ts';
import { jobs } from './jobs.ts';
import { operatorRoutes } from './operator/operator-routes.ts';
import { portfolioRoutes } from './portfolio/portfolio-routes.ts';
import { closeRdap, openRdap } from './rdap.ts';
import { reconcile } from './reconcile/reconcile.ts';
import { closeRegistrars, openRegistrars } from './registrars.ts';
import { serviceContext } from './service-context.ts';
import { useSuffixFile } from './suffix/suffixes.ts';

export const domainsService: ServiceDefinition = {
  context: serviceContext,
  folder: import.meta.dirname,
  settings,
  resolvers,
  events,
  jobs,
  encryptedFields,
  requestHandlers: {
    'domains.listing-eligibility': getListingEligibility,
    'domains.listing-eligibilities': getListingEligibilities,
    'domains.account-use': readAccountUse,
  },
  routes: (app, keyring) => {
    registerReconcileEndpoint(app, keyring, reconcile);
    portfolioRoutes(app, keyring);
    noticeRoutes(app);
    operatorRoutes(app, keyring);
  },
  prepare: async () => {
    useSuffixFile(settings.value.SUFFIXES_FILE);
    await chooseAppraiser(settings.value.APPRAISER);
    await openRegistrars();
    openRdap();
  },
  release: async () => {
    await stopRefresh();
    await closeRdap();
    await closeRegistrars();
  },
};
