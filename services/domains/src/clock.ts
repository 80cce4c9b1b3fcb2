/** Door for time: kind of job → use case. */

import type { ServiceDefinition } from '@nameloan/service/service.ts';
import { followRegistry } from './custody/follow-registry.ts';
import { continueTransfer } from './custody/request-transfer.ts';
import { secureArrival } from './custody/secure-arrival.ts';
import { continueNameservers } from './custody/set-nameservers.ts';
import { captureHold, releaseHold } from './custody/settle-hold.ts';
import { followTransferOut } from './custody/transfer-out.ts';
import { appraiseDomain } from './domain/appraise-domain.ts';
import { checkDomain } from './proof/check-domain.ts';
import { continueRenewal } from './renewal/renew-domain.ts';
import { reserveDomain } from './reservation/reserve-domain.ts';

export const clock: ServiceDefinition['clock'] = {
  jobs: {
    appraise: appraiseDomain,
    'check-proof': checkDomain,
    reserve: reserveDomain,
    'transfer-in': continueTransfer,
    'secure-arrival': secureArrival,
    'follow-registry': followRegistry,
    'transfer-out': followTransferOut,
    'set-nameservers': continueNameservers,
    renew: continueRenewal,
    'capture-hold': captureHold,
    'release-hold': releaseHold,
  },
  seeds: ['follow-registry'],
};
