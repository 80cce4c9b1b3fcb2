/** Where domains are kept. */

import { accountTopic, domainTopic } from '@nameloan/contracts/topics.ts';
import { listOf, nested, oneOf } from '@nameloan/service/store/fields.ts';
import { defineModel, publishSignal } from '../service-context.ts';
import type { Domain } from './domain.ts';
import { domainStatuses } from './domain.ts';

/** Whoever may watch a domain: its own topic, and the lists of those whom it concerns. */
function publishDomainChange(
  { id, accountId, reservation }: Domain,
  before: Domain | undefined,
): void {
  publishSignal(domainTopic(id), { what: 'changed' });
  const concerned = [accountId, before?.accountId, reservation?.lenderId];
  for (const one of new Set(concerned.filter((each) => each != null)))
    publishSignal(accountTopic(one), { what: 'domain', id });
}

export const domains = defineModel<Domain>('domains', {
  label: 'domain',
  afterWrite: publishDomainChange,
  fields: {
    version: Number,
    accountId: String,
    name: String,
    unicodeName: String,
    suffix: String,
    status: oneOf(...domainStatuses),
    active: Boolean,
    endedAt: Date,
    endReason: oneOf('ABSORBED', 'CUSTODY_LOST', 'REMOVED', 'TRANSFERRED_OUT'),
    createdAt: Date,
    titleName: String,
    verificationRecord: String,
    verificationAttempts: listOf({
      at: Date,
      outcome: oneOf('FOUND', 'MISSING', 'UNKNOWN'),
      detail: String,
    }),
    proofMissingSince: Date,
    contests: String,
    checkingSince: Date,
    nextCheckAt: Date,
    appraisal: nested({
      lowCents: BigInt,
      midCents: BigInt,
      highCents: BigInt,
      factors: listOf({ name: String, text: String }),
      appraisedAt: Date,
    }),
    pendingTransfer: oneOf('NONE', 'IN', 'OUT'),
    transferIn: nested({
      holdId: String,
      feeCents: BigInt,
      registryCents: BigInt,
      encryptedCode: String,
      state: oneOf('ARRIVING', 'HOLDING', 'REQUESTED', 'REQUESTING'),
      startedAt: Date,
      requestedAt: Date,
      approvedAt: Date,
    }),
    failedTransferAt: Date,
    transferOut: nested({
      state: oneOf('OPEN', 'RELOCKING', 'UNLOCKING'),
      encryptedCode: String,
      startedAt: Date,
    }),
    transferOutAvailableAt: Date,
    expiresAt: Date,
    nameservers: [String],
    nameserverChange: nested({
      id: String,
      wanted: [String],
      rejection: nested({ message: String, scope: oneOf('STATE', 'VALUE') }),
    }),
    custodyCheck: nested({ at: Date, unknownSince: Date }),
    renewal: nested({
      holdId: String,
      accountId: String,
      feeCents: BigInt,
      registryCents: BigInt,
      automatic: Boolean,
      fromExpiresAt: Date,
      state: oneOf('HOLDING', 'RENEWING'),
      startedAt: Date,
    }),
    renewalAgreedCents: BigInt,
    charged: nested({ accountId: String, amountCents: BigInt }),
    expiryWarning: nested({ expiresAt: Date, days: Number }),
    reservation: nested({
      escrowId: String,
      lenderId: String,
      state: oneOf('CHECKING', 'RESERVED'),
      dueBy: Date,
      startedAt: Date,
      waitsForRenewal: Boolean,
      disputed: Boolean,
      disputedAsOf: Number,
    }),
    listingIds: [String],
  },
  indexes: [
    [{ accountId: 1, active: 1, createdAt: -1, _id: -1 }],
    // An account has a name once, and one record at most has the proof or the custody of a name.
    [
      { accountId: 1, name: 1 },
      { unique: true, partialFilterExpression: { active: true } },
    ],
    [
      { titleName: 1 },
      { unique: true, partialFilterExpression: { titleName: { $type: 'string' } } },
    ],
    [{ name: 1, active: 1 }],
    [{ 'reservation.escrowId': 1 }, { sparse: true }],
    [{ 'custodyCheck.at': 1 }, { sparse: true }],
    // Proven names that nobody has looked at yet, at each start.
    [{ status: 1, nextCheckAt: 1 }, { partialFilterExpression: { active: true } }],
  ],
});

export interface ClosedReference {
  /** The escrow's or the listing's id. */
  id: string;
  version: number;
  closedAt: Date;
}

/** Loans and listings that have let go of their domain: a fact of theirs that comes late finds its end here. */
export const closed = defineModel<ClosedReference>('closed', {
  label: 'closed loan or listing',
  fields: { version: Number, closedAt: Date },
});
