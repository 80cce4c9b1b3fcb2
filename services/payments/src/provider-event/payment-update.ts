/** What a provider's call can mean for a deposit, whichever provider made it. */

import type { Payment } from '../deposit/deposit.ts';

/** What a provider's call means for us. */
export type PaymentUpdate =
  | { means: 'PAID'; payment: Payment }
  | {
      means: 'NOT_PAID';
      transactionId: string;
      sessionId: string;
      reason: string;
      /** Of the payment, where there is one. */
      oddId?: string;
    }
  | { means: 'NOTHING'; state: 'IGNORED' | 'REFUSED'; note: string };

/** A call that needs nothing done, or that an operator must look at. */
export function noEffect(state: 'IGNORED' | 'REFUSED', note: string): PaymentUpdate {
  return { means: 'NOTHING', state, note };
}

/** The provider does not confirm yet what it has said; asked again later. */
export class NotConfirmedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotConfirmed';
  }
}
