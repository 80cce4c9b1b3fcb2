/** Door for time: kind of job → use case. */

import type { ServiceDefinition } from '@nameloan/service/service.ts';
import { pollRegistry } from './custody/monitoring/poll-registry.ts';
import { watchCustody } from './custody/monitoring/watch-custody.ts';
import { applyNameservers } from './custody/nameservers/apply-nameservers.ts';
import { captureHold, releaseHold } from './custody/settle-hold.ts';
import { resumeTransferIn } from './custody/transfer-in/process-transfer-in.ts';
import { secureArrival } from './custody/transfer-in/secure-arrival.ts';
import { watchTransfer } from './custody/transfer-in/watch-transfer.ts';
import { processTransferOut } from './custody/transfer-out/process-transfer-out.ts';
import { appraiseDomain } from './domain/appraise-domain.ts';
import { recheckProof, scheduleMissingRechecks } from './proof/recheck-proof.ts';
import { verifyDomain } from './proof/verify-domain.ts';
import { resumeRenewal } from './renewal/process-renewal.ts';
import { watchRegistration } from './renewal/watch-registration.ts';
import { reserveDomain } from './reservation/reserve-domain.ts';

export const jobs: ServiceDefinition['jobs'] = {
  handlers: {
    appraise: appraiseDomain,
    'check-proof': verifyDomain,
    'recheck-proof': recheckProof,
    'schedule-rechecks': scheduleMissingRechecks,
    reserve: reserveDomain,
    'transfer-in': resumeTransferIn,
    'watch-transfer': watchTransfer,
    'secure-arrival': secureArrival,
    // As rows of existing databases call it.
    'poll-registry': pollRegistry,
    'watch-custody': watchCustody,
    'transfer-out': processTransferOut,
    'set-nameservers': applyNameservers,
    renew: resumeRenewal,
    'watch-registration': watchRegistration,
    'capture-hold': captureHold,
    'release-hold': releaseHold,
  },
  recurring: ['poll-registry', 'watch-custody', 'schedule-rechecks'],
  // Whoever runs the DNS of a name decides how long a look at it takes.
  isolated: { kinds: ['check-proof', 'recheck-proof', 'reserve'], maxConcurrency: 16 },
};
