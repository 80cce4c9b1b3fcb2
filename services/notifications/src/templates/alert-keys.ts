/** Alert keys: what an alert waits for, named alike by the alert and by the events that settle it. */

import type { EscrowStatus } from '@nameloan/contracts/loan';

export const alertKeys = {
  /** Settled when the loan leaves the status. */
  status: (escrowId: string, status: EscrowStatus) => `${status} of ${escrowId}`,
  /** Settled when the loan ends. */
  loan: (escrowId: string) => `loan ${escrowId}`,
  signature: (escrowId: string, party: string) => `signature of ${party} on ${escrowId}`,
  /** The borrower's confirmation that the money arrived. */
  receipt: (escrowId: string) => `receipt of ${escrowId}`,
  /** The details of the lender's payment. */
  details: (escrowId: string) => `payment details of ${escrowId}`,
  /** The repayment, until the borrower claims it. */
  repayment: (escrowId: string) => `repayment of ${escrowId}`,
  /** A repayment that was denied or arrived short, until the borrower claims it again. */
  denial: (escrowId: string) => `denial on ${escrowId}`,
  /** The lender's answer to a repayment claim. */
  claim: (escrowId: string) => `claim on ${escrowId}`,
  /** The lender's answer to part payments, until it answers one; a reminder asks again for others. */
  partPayment: (escrowId: string) => `part payment on ${escrowId}`,
  /** The old lender's answer to the payoff letter of a refinancing. */
  payoffLetter: (escrowId: string) => `payoff letter of ${escrowId}`,
  /** The payee's answer to payments of a refinancing, as for part payments. */
  refinancePayment: (escrowId: string) => `refinancing payment on ${escrowId}`,
  /** A party's proposal to settle a dispute, until either party makes another. */
  proposal: (escrowId: string) => `proposal on ${escrowId}`,
  /** A proposed amendment, until it is answered or withdrawn. */
  amendment: (escrowId: string) => `amendment of ${escrowId}`,
  /** What a party of a sale, or an operator, has to do next. */
  assignment: (assignmentId: string) => `sale ${assignmentId}`,
  /** The borrower's answer to further principal. */
  advance: (escrowId: string) => `advance on ${escrowId}`,
  /** The agreed money of an amendment, until it is reported or answered. */
  agreedMoney: (escrowId: string) => `agreed money of ${escrowId}`,
  offer: (offerId: string) => `offer ${offerId}`,
  proof: (domainId: string) => `proof of ${domainId}`,
  /** Two accounts prove the same domain. */
  contest: (domainId: string) => `contest of ${domainId}`,
  transfer: (domainId: string) => `transfer of ${domainId}`,
  /** A push that waits for its receiver. */
  push: (pushId: string) => `push ${pushId}`,
  /** Statuses of a domain in custody that the platform did not set. */
  statuses: (domainId: string) => `statuses of ${domainId}`,
  /** A request of a court or a dispute provider that waits for an operator. */
  legalRequest: (requestId: string) => `legal request ${requestId}`,
  renewal: (domainId: string) => `renewal of ${domainId}`,
  /** A payment exception that waits for an operator. */
  payment: (paymentId: string) => `payment ${paymentId}`,
  /** A balance below zero. */
  debt: (accountId: string) => `debt of ${accountId}`,
  password: (accountId: string) => `password of ${accountId}`,
  mfa: (accountId: string) => `MFA of ${accountId}`,
  recoveryCodes: (accountId: string) => `recovery codes of ${accountId}`,
} as const;
