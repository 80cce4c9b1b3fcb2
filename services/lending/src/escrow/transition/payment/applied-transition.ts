/** What the records of a loan's payments are derived from. */

import type { EscrowTransition } from '@nameloan/contracts/loan';
import type { Payment } from '../../../loan/payment.ts';
import type { Escrow } from '../../escrow.ts';
import type { TransitionInput } from '../transitions.ts';

/** A transition of a loan, as applied. */
export interface AppliedTransition {
  before: Escrow;
  after: Escrow;
  transition: EscrowTransition;
  input: TransitionInput;
  at: Date;
  /** The id of a payment that only its record has. */
  paymentId: string;
}

export type Answer = Pick<Payment, 'status' | 'confirmedCents' | 'reason'>;
export type PaymentUpdate = Partial<Omit<Payment, 'id' | 'version' | 'escrowId'>>;
