/** One call of a payment provider about a payment, kept word for word before it is believed. */

export type Provider = 'STRIPE' | 'NOWPAYMENTS';

/**
 * RECEIVED waits to be applied. APPLIED had its effect, IGNORED needs none, REFUSED does not fit what we
 * know and waits for an operator.
 */
export type ProviderEventState = 'RECEIVED' | 'APPLIED' | 'IGNORED' | 'REFUSED';

export interface ProviderEvent {
  /** The provider and its own unique id, so that a repeated call is known. */
  id: string;
  version: number;
  provider: Provider;
  /** The provider's word for what happened. */
  type: string;
  /** As it came, after its signature was checked. */
  body: string;
  state: ProviderEventState;
  /** What became of it, as a sentence; null until then. */
  note: string | null;
  receivedAt: Date;
  settledAt: Date | null;
}

/** What is known of a call once its signature has been checked. */
export type SignedEvent = Pick<ProviderEvent, 'id' | 'provider' | 'type' | 'body'>;
