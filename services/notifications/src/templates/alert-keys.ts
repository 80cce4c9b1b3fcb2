/** Names of what waits for a person: an alert names its matters, and the facts that settle them say the same names. */

import type { EscrowStatus } from '@nameloan/contracts/loan.ts';

export const alertKeys = {
  /** The loan stays in this status. */
  status: (escrowId: string, status: EscrowStatus) => `${status} of ${escrowId}`,
  /** The loan is not over. */
  loan: (escrowId: string) => `loan ${escrowId}`,
  signature: (escrowId: string, party: string) => `signature of ${party} on ${escrowId}`,
  /** The borrower's word that the money arrived. */
  receipt: (escrowId: string) => `receipt of ${escrowId}`,
  /** The repayment itself, until it is claimed. */
  repayment: (escrowId: string) => `repayment of ${escrowId}`,
  /** A repayment that the lender denies, until it is claimed anew. */
  denial: (escrowId: string) => `denial on ${escrowId}`,
  /** The lender's answer to a claim of repayment. */
  claim: (escrowId: string) => `claim on ${escrowId}`,
  /** One party's word how a dispute should end, until either says another. */
  proposal: (escrowId: string) => `proposal on ${escrowId}`,
  offer: (offerId: string) => `offer ${offerId}`,
  proof: (domainId: string) => `proof of ${domainId}`,
  /** Two accounts show a proof of one name. */
  contest: (domainId: string) => `contest of ${domainId}`,
  transfer: (domainId: string) => `transfer of ${domainId}`,
  renewal: (domainId: string) => `renewal of ${domainId}`,
  /** Money that waits for an operator. */
  payment: (paymentId: string) => `payment ${paymentId}`,
  /** A balance below zero. */
  debt: (accountId: string) => `debt of ${accountId}`,
  password: (accountId: string) => `password of ${accountId}`,
  mfa: (accountId: string) => `MFA of ${accountId}`,
  recoveryCodes: (accountId: string) => `recovery codes of ${accountId}`,
} as const;
