/** A payment to reconcile with its provider. */

import type { PaymentUpdate } from '../provider-event/payment-update.ts';

export interface ProviderPayment {
  /** Name by which an operator finds it at the provider. */
  label: string;
  /** Its deposit; undefined if only the provider's response names it. */
  depositId?: string;
  /** Fetches its current state. Throws NotConfirmedError if the provider is unreachable. */
  fetchUpdate(): Promise<PaymentUpdate>;
}
