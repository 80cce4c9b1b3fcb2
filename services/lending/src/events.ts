/** Maps events of other services to their handlers. */

import type { EventHandlers } from '@nameloan/subgraph/subscribe-events';
import { endFeedAddress } from './calendar/calendar-feed.model.ts';
import {
  recordCustodyArrived,
  recordCustodyLost,
  recordOwnerChanged,
  recordRenewalFailed,
  recordRenewalNeeded,
  recordRenewed,
  recordReservationGranted,
  recordReservationRejected,
  recordTransferFailed,
  recordTransferStarted,
} from './escrow/apply-domain-events.ts';
import { recordLegalHold } from './escrow/hold/apply-legal-hold.ts';
import {
  closeListingOnEvent,
  syncAppraisal,
  syncDomain,
  syncNewOwner,
  syncRegistration,
  syncTransfer,
} from './market/sync-domain.ts';
import { removeAccount, syncAccount } from './party/sync-account.ts';
import { applyPayeeChange } from './payee/apply-payee-change.ts';

export const events: EventHandlers = {
  'identity.account.registered': syncAccount,
  'identity.account.changed': syncAccount,
  'identity.account.deleted': removeAccount,
  'identity.account.security-changed': endFeedAddress,
  'identity.payee.changed': applyPayeeChange,

  'domains.domain.added': syncDomain,
  'domains.domain.verified': syncDomain,
  'domains.domain.appraised': syncAppraisal,
  'domains.domain.registration-reported': syncRegistration,
  'domains.domain.proof-lost': (event, tx) => closeListingOnEvent(event, 'PROOF_LOST', tx),
  'domains.domain.eligibility-lost': (event, tx) => closeListingOnEvent(event, 'NOT_ELIGIBLE', tx),
  'domains.domain.removed': (event, tx) => closeListingOnEvent(event, 'DOMAIN_GONE', tx),
  'domains.domain.transferred-out': (event, tx) => closeListingOnEvent(event, 'DOMAIN_GONE', tx),
  'domains.domain.transfer-out-waiting': (event, tx) =>
    closeListingOnEvent(event, 'TRANSFER_OUT', tx),
  'domains.domain.transfer-out-started': (event, tx) =>
    closeListingOnEvent(event, 'TRANSFER_OUT', tx),

  'domains.domain.legal-hold-changed': async (event, tx) => {
    if (event.data.since !== null) await closeListingOnEvent(event, 'NOT_ELIGIBLE', tx);
    await recordLegalHold(event, tx);
  },
  'domains.domain.push-offered': (event, tx) => closeListingOnEvent(event, 'TRANSFER_OUT', tx),
  'domains.domain.pushed': (event, tx) => closeListingOnEvent(event, 'DOMAIN_GONE', tx),

  'domains.domain.reserved': recordReservationGranted,
  'domains.domain.reservation-refused': recordReservationRejected,
  'domains.domain.transfer-started': async (event, tx) => {
    await syncTransfer(event, true, tx);
    await recordTransferStarted(event, tx);
  },
  'domains.domain.transfer-failed': async (event, tx) => {
    await syncTransfer(event, false, tx);
    await recordTransferFailed(event, tx);
  },
  'domains.domain.custody-arrived': recordCustodyArrived,
  'domains.domain.renewal-needed': recordRenewalNeeded,
  'domains.domain.renewed': recordRenewed,
  'domains.domain.renewal-failed': recordRenewalFailed,
  'domains.domain.custody-lost': async (event, tx) => {
    await closeListingOnEvent(event, 'DOMAIN_GONE', tx);
    await recordCustodyLost(event, tx);
  },
  'domains.domain.owner-changed': async (event, tx) => {
    await syncNewOwner(event, tx);
    await recordOwnerChanged(event, tx);
  },
};
