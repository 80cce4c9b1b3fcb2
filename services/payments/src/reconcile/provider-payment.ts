/** One payment to be compared with what a provider says of it. */

import type { PaymentUpdate } from '../provider-event/payment-update.ts';

export interface ProviderPayment {
  /** How an operator finds it at the provider. */
  label: string;
  /** The deposit that it names; undefined where only the answer names one. */
  depositId?: string;
  /** Asks, when it is its turn. Throws NotConfirmed while the provider cannot be asked. */
  fetchUpdate(): Promise<PaymentUpdate>;
}
