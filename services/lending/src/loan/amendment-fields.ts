/** The stored fields of a loan's amendments. */

import type { Fields } from '@nameloan/persistence/fields';
import { listOf, nested, oneOf } from '@nameloan/persistence/fields';
import type { AmendedLoan, AmendmentTerms, LiveAmendment, SentAdvance } from './amendment.ts';
import { accruedInterestChoices, amendmentKinds, liveStatuses } from './amendment.ts';
import { planField } from './plan/plan-model.ts';

/** Of both the live amendment and its record, without the status. */
export const agreementFields = {
  seq: Number,
  kind: oneOf(...amendmentKinds),
  terms: nested<AmendmentTerms>({
    due: Date,
    rateBps: Number,
    plan: planField,
    amountCents: BigInt,
    lateFeesCents: BigInt,
    defaultInterestCents: BigInt,
  }),
  feeCents: BigInt,
  interest: oneOf(...accruedInterestChoices),
  proposedBy: oneOf('BORROWER', 'LENDER'),
  expiresAt: Date,
  agreedAt: Date,
  agreedLate: Boolean,
  sha256: String,
  borrowerSignedAt: Date,
  lenderSignedAt: Date,
  dueCents: BigInt,
  sent: nested<SentAdvance>({
    paymentId: String,
    day: Date,
    method: String,
    reference: String,
    at: Date,
  }),
  remindedAt: Date,
} as const;

export const amendedFields: Fields<AmendedLoan> = {
  amendment: nested<LiveAmendment>({ ...agreementFields, status: oneOf(...liveStatuses) }),
  lastAmendment: Number,
  amended: nested({ count: Number, sha256: String, effectiveOn: Date }),
  unsealedAmendments: [Number],
  changedTerms: listOf({
    from: Date,
    rateBps: Number,
    termDays: Number,
    plan: planField,
    datesFrom: Date,
    knownAt: Date,
  }),
  agreedFees: listOf({ day: Date, cents: Number, knownAt: Date }),
  waivers: listOf({ day: Date, feesCents: BigInt, defaultInterestCents: BigInt, knownAt: Date }),
  advances: listOf({ id: String, day: Date, amountCents: BigInt, deemedAt: Date, knownAt: Date }),
  pastAccelerations: listOf({ at: Date }),
  extendedLate: Boolean,
};
