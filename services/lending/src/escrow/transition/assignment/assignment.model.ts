/** Database model of the sales of loans. Each is written with its loan, in one transaction. */

import { listOf, nested, oneOf } from '@nameloan/persistence/fields';
import type { AssignmentStatus, SaleParty } from '../../../loan/assignment/assignment.ts';
import { assignmentStatuses, saleParties } from '../../../loan/assignment/assignment.ts';
import type { LegalAddress } from '../../../loan/legal-address.ts';
import type { Authentication, Signature } from '../../../pdf/certificate.ts';
import { defineModel } from '../../../service-context.ts';

/** A party's signature of the deed. */
export type DeedSignature = Omit<Signature, 'party'> & { party: SaleParty };

/** The price as the buyer sent it. */
export interface SentPrice {
  /** The day named by the buyer, UTC midnight. */
  date: Date;
  method: string;
  reference: string;
  at: Date;
}

export interface Assignment {
  id: string;
  version: number;
  escrowId: string;
  domainId: string;
  domainName: string;
  sellerId: string;
  sellerName: string;
  /** Null until a buyer accepted. */
  buyerId: string | null;
  buyerName: string | null;
  priceCents: number;
  /** Interest of later days is the buyer's, UTC midnight. */
  day: Date;
  /** From then on it cannot be accepted, signed or marked as sent. */
  expiresAt: Date;
  status: AssignmentStatus;
  createdAt: Date;
  /** SHA-256 (hex) of the link's token; the token itself is encrypted, for the seller. */
  tokenHash: string;
  token: string;
  /** Where the buyer is paid, of those at the acceptance. */
  payeeId: string | null;
  acceptedAt: Date | null;
  /** What is owed on `day` by the deed, US cents. */
  owedCents: number | null;
  /** The loan was in default when the deed was drawn up. */
  defaulted: boolean | null;
  /** SHA-256 (hex) of the contract, of its last amendment, and of the deed. */
  contractSha256: string | null;
  amendmentSha256: string | null;
  sha256: string | null;
  signatures: DeedSignature[];
  sent: SentPrice | null;
  /** When the seller denied the price or was silent for too long. */
  disputedAt: Date | null;
  /** Why the seller denied the price, or the buyer declined. */
  reason: string | null;
  /** Of the operator who decided. */
  decision: string | null;
  endedAt: Date | null;
  /** SHA-256 (hex) of the sealed deed. */
  sealedSha256: string | null;
}

const signature = {
  party: oneOf(...saleParties),
  typedName: String,
  legalAddress: nested<LegalAddress>({
    address1: String,
    address2: String,
    city: String,
    zip: String,
    country: String,
    countryCode: String,
    subdivision: String,
  }),
  at: Date,
  ip: String,
  userAgent: String,
  sha256: String,
  authentication: nested<Authentication>({
    emailVerified: Boolean,
    emailVerifiedAt: Date,
    withMfa: Boolean,
    provenAt: Date,
    sessionId: String,
  }),
};

export const assignments = defineModel<Assignment>('assignments', {
  label: 'sale',
  fields: {
    version: Number,
    escrowId: String,
    domainId: String,
    domainName: String,
    sellerId: String,
    sellerName: String,
    buyerId: String,
    buyerName: String,
    priceCents: BigInt,
    day: Date,
    expiresAt: Date,
    status: oneOf(...assignmentStatuses),
    createdAt: Date,
    tokenHash: String,
    token: String,
    payeeId: String,
    acceptedAt: Date,
    owedCents: BigInt,
    defaulted: Boolean,
    contractSha256: String,
    amendmentSha256: String,
    sha256: String,
    signatures: listOf(signature),
    sent: nested({ date: Date, method: String, reference: String, at: Date }),
    disputedAt: Date,
    reason: String,
    decision: String,
    endedAt: Date,
    sealedSha256: String,
  },
  indexes: [
    [{ tokenHash: 1 }, { unique: true }],
    [{ escrowId: 1, createdAt: -1 }],
    [{ sellerId: 1, createdAt: -1 }],
    [{ buyerId: 1, createdAt: -1 }],
    // The operators' queue.
    [{ status: 1, disputedAt: 1 }],
  ],
});
