/** The collections of domains and of closed loans and listings. */

import { accountTopic, domainTopic } from '@nameloan/contracts/topics';
import { listOf, nested, oneOf } from '@nameloan/persistence/fields';
import { proofValidations } from '../dns/check-proof.ts';
import { proofKinds } from '../dns/proof-kinds.ts';
import type { DsRecord } from '../dnssec/ds-record.ts';
import { defineModel, publishSignal } from '../service-context.ts';
import type { Domain } from './domain.ts';
import { domainStatuses } from './domain.ts';
import { domainStates } from './domain-states.ts';

/** Signals a changed domain on its own topic and to the accounts that see it in a list. */
function publishDomainChange(
  { id, accountId, reservation }: Domain,
  before: Domain | undefined,
): void {
  publishSignal(domainTopic(id), { what: 'changed' });
  const lenderIds = [reservation?.lenderId, before?.reservation?.lenderId];
  const accountIds = [accountId, before?.accountId, ...lenderIds];
  for (const each of new Set(accountIds.filter((one) => one != null)))
    publishSignal(accountTopic(each), { what: 'domain', id });
}

const dnssecFields = () => ({
  ds: listOf<DsRecord>({ keyTag: Number, algorithm: Number, digestType: Number, digest: String }),
});

export const domains = defineModel<Domain>('domains', {
  label: 'domain',
  afterWrite: publishDomainChange,
  states: domainStates,
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
      validation: oneOf(...proofValidations),
    }),
    proof: nested({ kind: oneOf(...proofKinds), provenAt: Date, checkedAt: Date }),
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
    ownerValueCents: BigInt,
    formerOwnerValue: nested({ amountCents: BigInt, until: Date }),
    lastLoanCents: BigInt,
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
      feeTaken: Boolean,
      waitsForOperator: Boolean,
    }),
    connectionId: String,
    failedTransferAt: Date,
    transferOut: nested({
      state: oneOf('OPEN', 'RELOCKING', 'UNLOCKING', 'WAITING'),
      encryptedCode: String,
      startedAt: Date,
      startsAt: Date,
      codeExpiresAt: Date,
      requestSeenAt: Date,
      resumes: Boolean,
    }),
    codeKnownTo: String,
    transferOutStop: nested({
      hashes: [String],
      requests: listOf({ hash: String, at: Date }),
      stoppedAt: Date,
    }),
    transferOutAvailableAt: Date,
    expiresAt: Date,
    nameservers: [String],
    nameserverChange: nested({
      id: String,
      wanted: [String],
      keepsNameservers: Boolean,
      dnssec: nested(dnssecFields()),
      rejection: nested({
        message: String,
        scope: oneOf('STATE', 'VALUE'),
        reason: oneOf('DS', 'SIGNED_ZONE'),
      }),
    }),
    dnssec: nested(dnssecFields()),
    registrant: nested({ accountId: String, contactId: String, setAt: Date }),
    custodyCheck: nested({ at: Date, unknownSince: Date }),
    renewal: nested({
      holdId: String,
      accountId: String,
      feeCents: BigInt,
      registryCents: BigInt,
      automatic: Boolean,
      platformPays: Boolean,
      fromExpiresAt: Date,
      state: oneOf('HOLDING', 'RENEWING'),
      startedAt: Date,
      unknownUntil: Date,
    }),
    renewalAgreedCents: BigInt,
    charged: nested({ accountId: String, amountCents: BigInt }),
    expiryWarning: nested({ expiresAt: Date, days: Number }),
    reservation: nested({
      escrowId: String,
      lenderId: String,
      lenderAsOf: Number,
      state: oneOf('CHECKING', 'RESERVED'),
      dueBy: Date,
      startedAt: Date,
      waitsForRenewal: Boolean,
      disputed: Boolean,
      disputedAsOf: Number,
      holder: oneOf('BORROWER', 'PLATFORM'),
      diligenceAlerts: [String],
    }),
    push: nested({ id: String, expiresAt: Date }),
    heldFor: String,
    heldParties: [String],
    importHints: nested({ expiresOn: String, registrar: String }),
    labels: [String],
    unexpectedStatuses: [String],
    ineligibleListingId: String,
    legalHold: nested({ id: String, since: Date, disclosed: Boolean }),
    deferredHandover: nested({
      kind: oneOf('RELEASE', 'SEIZURE'),
      escrowId: String,
      toAccountId: String,
    }),
    publishedRegistration: String,
    listingIds: [String],
  },
  indexes: [
    [{ accountId: 1, active: 1, createdAt: -1, _id: -1 }],
    [{ accountId: 1, active: 1, name: 1, _id: 1 }],
    [{ accountId: 1, active: 1, expiresAt: 1, _id: 1 }],
    [{ accountId: 1, active: 1, labels: 1, createdAt: -1, _id: -1 }],
    // An account has a name once, and at most one record has the title (proof or custody) of a name.
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
    [{ 'transferOutStop.hashes': 1 }, { sparse: true }],
    [{ 'registrant.contactId': 1, 'legalHold.id': 1 }, { sparse: true }],
    // Transfers in that a registrar without a message queue is asked about.
    [{ connectionId: 1, name: 1 }, { partialFilterExpression: { pendingTransfer: 'IN' } }],
    [{ 'custodyCheck.at': 1 }, { sparse: true }],
    // Verified domains without a scheduled recheck, queried at each start.
    [{ status: 1, nextCheckAt: 1 }, { partialFilterExpression: { active: true } }],
  ],
});

export interface ClosedReference {
  /** The escrow's or the listing's id. */
  id: string;
  version: number;
  closedAt: Date;
}

/** Loans and listings that no longer use their domain, so that a late event about them has no effect. */
export const closedReferences = defineModel<ClosedReference>('closed', {
  label: 'closed loan or listing',
  fields: { version: Number, closedAt: Date },
});
