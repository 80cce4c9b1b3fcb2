/** Definition of the identity service. */

import type { ServiceDefinition } from '@nameloan/subgraph/service';
import { readAccount } from './account/read-account.ts';
import { readAccountByEmail } from './account/read-account-by-email.ts';
import { settings } from './config.ts';
import { encryptedFields } from './encrypted-fields.ts';
import { events } from './events.ts';
import { resolvers } from './graphql.ts';
import { jobs } from './jobs.ts';
import { prepareDummyHash } from './password/hash-password.ts';
import { readPayee, readPayeeDetails } from './payee/read-payee.ts';
import { openRateLimits } from './rate-limit/rate-limits.ts';
import { routes } from './routes.ts';
import { serviceContext } from './service-context.ts';
import { startHeartbeat, stopHeartbeat } from './session/publish-ended-sessions.ts';
import { signingKeys } from './signing-key/signing-keys.ts';
import { runDeletionNow } from './verification/delete-unverified.ts';
import { readAccess } from './verification/read-access.ts';

export const identityService: ServiceDefinition = {
  context: serviceContext,
  folder: import.meta.dirname,
  settings,
  resolvers,
  events,
  requestHandlers: {
    'identity.account': readAccount,
    'identity.account-access': readAccess,
    'identity.account-by-email': readAccountByEmail,
    'identity.payee': readPayee,
    'identity.payee-details': readPayeeDetails,
  },
  jobs,
  onAccountTime: runDeletionNow,
  routes,
  encryptedFields,
  prepare: async () => {
    openRateLimits();
    await Promise.all([signingKeys.open(), prepareDummyHash()]);
    startHeartbeat();
  },
  release: async () => stopHeartbeat(),
};
