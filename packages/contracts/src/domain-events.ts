/** The facts that domains tells: how a name is proven, comes into custody, is kept registered, and leaves. */

import { z } from 'zod';
import { at, domainName, event, id, sealed, sentence } from './event-shapes.ts';
import { cents } from './money.ts';

const domain = z.object({ domainId: id, accountId: id, name: domainName });
const domainOfLoan = domain.extend({ escrowId: id.nullable() });

export const domainEvents = {
  'domains.domain.added': event(1, domain),
  'domains.domain.removed': event(1, domain),
  /** `holdable`: the platform can hold names of this suffix, so that this one can secure a loan. */
  'domains.domain.verified': event(1, domain.extend({ holdable: z.boolean().default(true) })),
  'domains.domain.proof-lost': event(1, domain.extend({ reason: sentence })),
  /** `recordSeen`: the record is there, and the name stays with another account all the same. */
  'domains.domain.proof-failed': event(
    1,
    domain.extend({ reason: sentence, recordSeen: z.boolean().default(false) }),
  ),
  /** Two accounts show a proof of the name; told to both. */
  'domains.domain.proof-contested': event(1, domain),
  /** Told to who has the name: no other account shows a proof of it any more, or its checks are over. */
  'domains.domain.contest-ended': event(1, domain),
  'domains.domain.appraised': event(
    1,
    domain.extend({ lowCents: cents, midCents: cents, highCents: cents, appraisedAt: at }),
  ),
  /** `inCustody`: the name is with us and locked already; `expiresAt`: its registration, where known. */
  'domains.domain.reserved': event(
    1,
    domain.extend({ escrowId: id, inCustody: z.boolean(), expiresAt: at.nullable() }),
  ),
  'domains.domain.reservation-refused': event(1, domain.extend({ escrowId: id, reason: sentence })),
  'domains.domain.transfer-started': event(1, domainOfLoan),
  /** `byOwner`: called off; false in facts from before it was told. */
  'domains.domain.transfer-failed': event(
    1,
    domainOfLoan.extend({ reason: sentence, byOwner: z.boolean().default(false) }),
  ),
  'domains.domain.custody-arrived': event(
    1,
    domainOfLoan.extend({ expiresAt: at, transferOutAvailableAt: at }),
  ),
  /** Arrived, but registered for less than the loan needs: the loan waits until the owner has renewed. */
  'domains.domain.renewal-needed': event(
    1,
    domainOfLoan.extend({ expiresAt: at, neededUntil: at }),
  ),
  /**
   * `chargedCents`: what `paidBy` was charged, the owner or the lender of the loan; both null where the
   * registry alone says so, and in facts from before they were told.
   */
  'domains.domain.renewed': event(
    1,
    domainOfLoan.extend({
      expiresAt: at,
      chargedCents: cents.nullable().default(null),
      paidBy: id.nullable().default(null),
    }),
  ),
  /** The fee is given back. `accountId` is who ordered and paid it, also when the domain is another's by now. */
  'domains.domain.renewal-failed': event(1, domainOfLoan.extend({ reason: sentence })),
  'domains.domain.custody-lost': event(1, domainOfLoan.extend({ reason: sentence })),
  'domains.domain.transfer-out-started': event(1, domain.extend({ sealedAuthCode: sealed })),
  /** `reason`: why the registry does not let it go; null where its owner changed their mind. */
  'domains.domain.transfer-out-cancelled': event(
    1,
    domain.extend({ reason: sentence.nullable().default(null) }),
  ),
  'domains.domain.transferred-out': event(1, domain),
  /** `toAccountId` null: the platform took it. */
  'domains.domain.owner-changed': event(
    1,
    domain.extend({ fromAccountId: id, toAccountId: id.nullable(), escrowId: id }),
  ),
  /**
   * A registration in custody ends within 60, 30 or 7 days. `renewsAt`: the platform will try to renew from
   * the balance then; null where it has tried, and `reason` says why it could not, and for a name of the
   * platform's own, which no balance renews.
   */
  'domains.domain.expiring': event(
    1,
    domain.extend({
      escrowId: id.nullable().default(null),
      expiresAt: at,
      renewsAt: at.nullable().default(null),
      reason: sentence.nullable().default(null),
    }),
  ),
  /**
   * It has ended unrenewed. `deleting`: the registry renews it no more, it only restores it, or deletes it; that may
   * begin before `expiresAt`.
   */
  'domains.domain.expired': event(
    1,
    domainOfLoan.extend({ expiresAt: at, deleting: z.boolean(), reason: sentence.nullable() }),
  ),
} as const;
