/** The service's job handlers by job kind. */

import type { ServiceDefinition } from '@nameloan/subgraph/service';
import { answerTransferOut } from './custody/answer-transfer-out.ts';
import { pollRegistry } from './custody/monitoring/poll-registry.ts';
import { watchCustody } from './custody/monitoring/watch-custody.ts';
import { applyNameservers } from './custody/nameservers/apply-nameservers.ts';
import { captureHold, releaseHold, settleFee } from './custody/settle-hold.ts';
import { resumeTransferIn } from './custody/transfer-in/process-transfer-in.ts';
import { secureArrival } from './custody/transfer-in/secure-arrival.ts';
import { recheckTransfer, watchTransfer } from './custody/transfer-in/watch-transfer.ts';
import { processTransferOut } from './custody/transfer-out/process-transfer-out.ts';
import { refreshDiligence, watchPledged } from './diligence/refresh/refresh-diligence.ts';
import { refreshJob } from './diligence/request-report.ts';
import { appraiseDomain } from './domain/appraise-domain.ts';
import { applyHoldAgain } from './hold/apply-hold.ts';
import { connectionsOfDomains, connectionsOfJobs, systemsOfReservations } from './job-lanes.ts';
import { processImport } from './portfolio/process-import.ts';
import { recheckProof, scheduleMissingRechecks } from './proof/recheck-proof.ts';
import { verifyDomain } from './proof/verify-domain.ts';
import { expirePush } from './push/end-push.ts';
import { setRegistrantJob } from './registrant/schedule-registrant.ts';
import { setRegistrant } from './registrant/set-registrant.ts';
import { updateContacts, updateContactsJob } from './registrant/update-contacts.ts';
import { resumeRenewal } from './renewal/process-renewal.ts';
import { watchRegistration } from './renewal/watch-registration.ts';
import { reserveDomain } from './reservation/reserve-domain.ts';
import { runVerification } from './verification/run-verification.ts';

export const jobs: ServiceDefinition['jobs'] = {
  handlers: {
    appraise: appraiseDomain,
    'import-domains': processImport,
    'check-proof': verifyDomain,
    'recheck-proof': recheckProof,
    'schedule-rechecks': scheduleMissingRechecks,
    'verify-names': runVerification,
    reserve: reserveDomain,
    [refreshJob]: refreshDiligence,
    'watch-pledged': watchPledged,
    'transfer-in': resumeTransferIn,
    'watch-transfer': watchTransfer,
    'recheck-transfer': recheckTransfer,
    'secure-arrival': secureArrival,
    'poll-registry': pollRegistry,
    'watch-custody': watchCustody,
    'transfer-out': processTransferOut,
    'set-nameservers': applyNameservers,
    [setRegistrantJob]: setRegistrant,
    [updateContactsJob]: updateContacts,
    'expire-push': expirePush,
    renew: resumeRenewal,
    'watch-registration': watchRegistration,
    'apply-hold': applyHoldAgain,
    'capture-hold': captureHold,
    'release-hold': releaseHold,
    'settle-fee': settleFee,
    'answer-transfer-out': answerTransferOut,
  },
  recurring: ['poll-registry', 'watch-custody', 'schedule-rechecks', refreshJob, 'watch-pledged'],
  isolated: [
    // Each waits for its registry, which may be silent until the request times out. EPP sends one command at a time and
    // name.com accepts 20 a second, so more of them at once would not end sooner.
    {
      kinds: [
        ...['transfer-in', 'watch-transfer', 'recheck-transfer', 'secure-arrival', 'transfer-out'],
        ...['answer-transfer-out', 'set-nameservers', 'renew', 'watch-registration'],
      ],
      maxConcurrency: 6,
      findLanes: connectionsOfDomains,
    },
    // One of each kind per connection.
    {
      kinds: ['poll-registry', 'watch-custody'],
      maxConcurrency: 2,
      findLanes: connectionsOfJobs,
    },
    // An acceptance waits for these two, so no account's checks may come before them.
    {
      kinds: ['reserve', 'watch-pledged'],
      maxConcurrency: 8,
      findLanes: systemsOfReservations,
    },
    // DNS checks take as long as the domain's name servers let them.
    { kinds: ['check-proof', 'recheck-proof'], maxConcurrency: 16 },
    // Each run checks one batch and queues the next one behind the batches of other verifications.
    { kinds: ['verify-names'], maxConcurrency: 2 },
    // Contacts wait for identity, and registries take several commands for each. No transfer waits for them.
    { kinds: [setRegistrantJob], maxConcurrency: 2, findLanes: connectionsOfDomains },
    { kinds: [updateContactsJob], maxConcurrency: 2 },
    // Imports add thousands of names, and an appraiser may call an external provider. No transfer waits for them.
    { kinds: ['appraise', 'import-domains'], maxConcurrency: 3 },
  ],
  background: { kinds: [refreshJob], maxConcurrency: 1 },
};
