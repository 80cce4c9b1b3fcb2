/** The definitions of all services. Generated from services.json by `npm run generate:infra`. */

import { domainsService } from '@nameloan/domains/service';
import { identityService } from '@nameloan/identity/service';
import { lendingService } from '@nameloan/lending/service';
import { notificationsService } from '@nameloan/notifications/service';
import { paymentsService } from '@nameloan/payments/service';

/** `detail`: what the developers' page shows; addresses of internal endpoints stay private. */
export const services = {
  identity: { service: identityService, detail: 'accounts, sessions, keys' },
  domains: { service: domainsService, detail: 'proof, custody, registrar' },
  lending: { service: lendingService, detail: 'listings, offers, escrow, contract' },
  payments: { service: paymentsService, detail: 'ledger, holds, deposits' },
  notifications: { service: notificationsService, detail: 'list, live, mail' },
};
