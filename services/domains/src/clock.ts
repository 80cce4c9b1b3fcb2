/** Door for time: kind of job → use case. */

import type { ServiceDefinition } from '@nameloan/service/service.ts';
import { applyNameservers } from './custody/apply-nameservers.ts';
import { continueTransfer } from './custody/carry-on-transfer.ts';
import { followRegistry } from './custody/follow-registry.ts';
import { followTransferOut } from './custody/follow-transfer-out.ts';
import { secureArrival } from './custody/secure-arrival.ts';
import { captureHold, releaseHold } from './custody/settle-hold.ts';
import { watchCustody } from './custody/watch-custody.ts';
import { watchTransfer } from './custody/watch-transfer.ts';
import { appraiseDomain } from './domain/appraise-domain.ts';
import { checkDomain } from './proof/check-domain.ts';
import { continueRenewal } from './renewal/carry-renewal.ts';
import { reserveDomain } from './reservation/reserve-domain.ts';

export const clock: ServiceDefinition['clock'] = {
  jobs: {
    appraise: appraiseDomain,
    'check-proof': checkDomain,
    reserve: reserveDomain,
    'transfer-in': continueTransfer,
    'watch-transfer': watchTransfer,
    'secure-arrival': secureArrival,
    'follow-registry': followRegistry,
    'watch-custody': watchCustody,
    'transfer-out': followTransferOut,
    'set-nameservers': applyNameservers,
    renew: continueRenewal,
    'capture-hold': captureHold,
    'release-hold': releaseHold,
  },
  seeds: ['follow-registry', 'watch-custody'],
};
