/** Door 2, services: fact → use case. */

import type { EventHandlers } from '@nameloan/service/listen.ts';
import {
  grantReservation,
  loseCustody,
  noteOwnerChanged,
  noteRenewalFailed,
  noteRenewalNeeded,
  noteRenewed,
  noteTransferFailed,
  noteTransferStarted,
  refuseReservation,
  takeCustody,
} from './escrow/follow-domain-of-loan.ts';
import {
  closeListingOf,
  followAppraisal,
  followDomain,
  followOwner,
  followTransfer,
} from './market/follow-domain.ts';
import { followAccount } from './party/follow-account.ts';

export const events: EventHandlers = {
  'identity.account.registered': followAccount,
  'identity.account.changed': followAccount,

  'domains.domain.added': followDomain,
  'domains.domain.verified': followDomain,
  'domains.domain.appraised': followAppraisal,
  'domains.domain.proof-lost': (event, tx) => closeListingOf(event, 'PROOF_LOST', tx),
  'domains.domain.removed': (event, tx) => closeListingOf(event, 'DOMAIN_GONE', tx),
  'domains.domain.transferred-out': (event, tx) => closeListingOf(event, 'DOMAIN_GONE', tx),
  'domains.domain.transfer-out-started': (event, tx) => closeListingOf(event, 'TRANSFER_OUT', tx),

  'domains.domain.reserved': grantReservation,
  'domains.domain.reservation-refused': refuseReservation,
  'domains.domain.transfer-started': async (event, tx) => {
    await followTransfer(event, true, tx);
    await noteTransferStarted(event, tx);
  },
  'domains.domain.transfer-failed': async (event, tx) => {
    await followTransfer(event, false, tx);
    await noteTransferFailed(event, tx);
  },
  'domains.domain.custody-arrived': takeCustody,
  'domains.domain.renewal-needed': noteRenewalNeeded,
  'domains.domain.renewed': noteRenewed,
  'domains.domain.renewal-failed': noteRenewalFailed,
  'domains.domain.custody-lost': async (event, tx) => {
    await closeListingOf(event, 'DOMAIN_GONE', tx);
    await loseCustody(event, tx);
  },
  'domains.domain.owner-changed': async (event, tx) => {
    await followOwner(event, tx);
    await noteOwnerChanged(event, tx);
  },
};
