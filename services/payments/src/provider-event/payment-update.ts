/** Provider-independent result of a provider event. */

import type { DepositFailureCode } from '@nameloan/contracts/deposit-reasons';
import type { Payment } from '../deposit/deposit.ts';

/** What a provider event says about a deposit. */
export type PaymentUpdate =
  | { kind: 'PAID'; payment: Payment }
  | {
      kind: 'NOT_PAID';
      transactionId: string;
      sessionId: string;
      reason: DepositFailureCode;
      /** Id of the payment, if there is one. */
      exceptionId?: string;
    }
  | { kind: 'NO_EFFECT'; state: 'IGNORED' | 'REFUSED'; note: string };

/** An event without effect, or one that an operator must review (REFUSED). */
export function noEffect(state: 'IGNORED' | 'REFUSED', note: string): PaymentUpdate {
  return { kind: 'NO_EFFECT', state, note };
}

/** The provider does not confirm its event yet; retry later. */
export class NotConfirmedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotConfirmedError';
  }
}
