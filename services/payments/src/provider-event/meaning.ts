/** What a provider's call can mean for a deposit, whichever provider made it. */

import type { Payment } from '../deposit/deposit.ts';
import type { ProviderEventState } from './provider-event.ts';

/** What a provider's call means for us. */
export type Meaning =
  | { means: 'PAID'; payment: Payment }
  | { means: 'NOT_PAID'; transactionId: string; sessionId: string; reason: string }
  | { means: 'NOTHING'; state: Exclude<ProviderEventState, 'RECEIVED' | 'APPLIED'>; note: string };

/** The provider does not confirm yet what it has said; asked again later. */
export class NotConfirmed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotConfirmed';
  }
}
