/** Database models of loans and their histories. */

import { escrowStatuses } from '@nameloan/contracts/loan';
import { listOf, nested, oneOf } from '@nameloan/persistence/fields';
import { amendedFields } from '../loan/amendment-fields.ts';
import { soldFields } from '../loan/assignment/assignment-fields.ts';
import type { HistoryEntry } from '../loan/history.ts';
import { historyActions } from '../loan/history.ts';
import { loanEnds } from '../loan/loan-end.ts';
import { payeesField } from '../loan/payee-fields.ts';
import { planField } from '../loan/plan/plan-model.ts';
import { replacementField, replacingField } from '../loan/refinance/refinance-fields.ts';
import { escrowStages } from '../loan/stages.ts';
import { defineModel } from '../service-context.ts';
import type { Escrow } from './escrow.ts';
import { settleOutcomes } from './settlement.ts';

const paymentNote = { date: Date, method: String, reference: String, at: Date };

export const escrows = defineModel<Escrow>('escrows', {
  label: 'loan',
  fields: {
    version: Number,
    status: oneOf(...escrowStatuses),
    statusAt: Date,
    createdAt: Date,
    offerId: String,
    listingId: String,
    domainId: String,
    domainName: String,
    unicodeName: String,
    borrowerId: String,
    lenderId: String,
    borrowerName: String,
    lenderName: String,
    amountCents: BigInt,
    termDays: Number,
    rateBps: Number,
    plan: planField,
    accrual: oneOf('SIMPLE_365', 'COMPOUND_365'),
    accrualSha256: String,
    contract: oneOf(0, 1),
    transferFeeCents: BigInt,
    businessStatement: String,
    holder: oneOf('BORROWER', 'PLATFORM'),
    reservedAt: Date,
    contractDrawnAt: Date,
    contractSha256: String,
    // Both tokens are encrypted; contract.model.ts finds them by their hash.
    borrowerContractToken: String,
    lenderContractToken: String,
    borrowerSignedAt: Date,
    lenderSignedAt: Date,
    sealedAt: Date,
    inCustodyAt: Date,
    custodyLostAt: Date,
    custodyVersion: Number,
    renewUntil: Date,
    cancelRequestedAt: Date,
    knownClaims: String,
    legalHold: nested({ since: Date, disclosed: Boolean }),
    holdPauses: listOf({ from: Date, to: Date }),
    holdVersion: Number,
    fundingFrom: Date,
    markedAt: Date,
    markLapsedAt: Date,
    unfunded: Boolean,
    payees: payeesField,
    sent: nested({ ...paymentNote, paymentId: String }),
    sentEvidenceIds: [String],
    receipt: nested({ ...paymentNote, by: oneOf('BORROWER', 'SILENCE') }),
    dueAt: Date,
    instalmentDueAt: Date,
    missed: listOf({ due: Date, curedOn: Date }),
    acceleratedAt: Date,
    noticeAt: Date,
    remindedAt: Date,
    graceEndNotifiedAt: Date,
    graceFrom: Date,
    claim: nested({
      ...paymentNote,
      amountCents: BigInt,
      paymentId: String,
      formerLenderId: String,
    }),
    countedPayments: listOf({
      id: String,
      day: Date,
      amountCents: BigInt,
      principalCents: BigInt,
      amendment: Number,
      formerLenderId: String,
      deemedAt: Date,
    }),
    openPayments: listOf({
      id: String,
      day: Date,
      amountCents: BigInt,
      method: String,
      reference: String,
      reportedAt: Date,
      remindedAt: Date,
      leg: oneOf('PAYOFF', 'TOP_UP'),
      amendment: Number,
      formerLenderId: String,
    }),
    deniedClaims: listOf({ date: Date, reference: String }),
    blockingClaimUsed: Boolean,
    maySeize: Boolean,
    ...amendedFields,
    ...soldFields,
    continuation: nested({ at: Date, stage: oneOf(...escrowStages) }),
    escalatedAfterGrace: nested({ BORROWER: Boolean, LENDER: Boolean }),
    escalation: nested({
      at: Date,
      by: oneOf('SYSTEM', 'BORROWER', 'LENDER'),
      reason: String,
      evidence: String,
      custodyLostAt: Date,
      evidenceDone: nested({ BORROWER: Date, LENDER: Date }),
    }),
    evidenceFiles: nested({ BORROWER: Number, LENDER: Number }),
    settlement: nested({
      by: oneOf('BORROWER', 'LENDER'),
      outcome: oneOf(...settleOutcomes),
      at: Date,
    }),
    borrowerRank: Number,
    lenderRank: Number,
    finalizedAt: Date,
    endedBy: oneOf(...loanEnds),
    repaidOn: Date,
    finalPayoffCents: BigInt,
    dischargedCents: BigInt,
    replacing: replacingField,
    replacement: replacementField,
    refinanceListingId: String,
    heldRelease: nested({ to: oneOf('BORROWER', 'LENDER'), at: Date, by: String }),
  },
  indexes: [
    // A domain secures at most one open loan; acceptances of one listing conflict on the listing.
    [{ domainId: 1, status: 1 }],
    [{ domainName: 1, status: 1 }],
    [{ offerId: 1 }, { unique: true }],
    [{ borrowerId: 1, createdAt: -1, _id: -1 }],
    [{ borrowerId: 1, status: 1, createdAt: -1, _id: -1 }],
    [{ lenderId: 1, createdAt: -1, _id: -1 }],
    [{ lenderId: 1, status: 1, createdAt: -1, _id: -1 }],
    [{ borrowerId: 1, borrowerRank: 1, _id: 1 }],
    [{ lenderId: 1, lenderRank: 1, _id: 1 }],
    // The statements of former lenders.
    [{ 'sales.sellerId': 1 }, { sparse: true }],
    // For the backfills at each start: open loans without `remindedAt`, loans without ranks.
    [{ status: 1, remindedAt: 1 }],
    [{ status: 1, borrowerRank: 1 }],
    // The operators' dispute queue.
    [
      { status: 1, 'escalation.at': 1, _id: 1 },
      { partialFilterExpression: { 'escalation.at': { $exists: true } } },
    ],
  ],
});

/** A stored history entry. */
export interface StoredEntry extends HistoryEntry {
  id: string;
}

export const histories = defineModel<StoredEntry>('histories', {
  label: 'history entry',
  fields: {
    escrowId: String,
    version: Number,
    at: Date,
    by: oneOf('SYSTEM', 'BORROWER', 'LENDER', 'OPERATOR'),
    accountId: String,
    actor: String,
    action: oneOf(...historyActions),
    from: oneOf(...escrowStatuses),
    to: oneOf(...escrowStatuses),
    note: String,
  },
  indexes: [[{ escrowId: 1, version: 1, at: 1, _id: 1 }]],
});
