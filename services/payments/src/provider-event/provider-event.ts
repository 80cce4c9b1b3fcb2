/** A payment provider's webhook call, stored verbatim before it is applied. */

export type Provider = 'STRIPE' | 'NOWPAYMENTS';

/**
 * RECEIVED: not applied yet. APPLIED. IGNORED: has no effect. REFUSED: does not match our records and waits for an
 * operator.
 */
export type ProviderEventState = 'RECEIVED' | 'APPLIED' | 'IGNORED' | 'REFUSED';

export interface ProviderEvent {
  /** Provider and its unique event id, so that a duplicate is recognised. */
  id: string;
  version: number;
  provider: Provider;
  /** The provider's event type. */
  type: string;
  /** Raw body, after its signature was verified. */
  body: string;
  state: ProviderEventState;
  /** Outcome as a sentence; null until it is applied. */
  note: string | null;
  receivedAt: Date;
  settledAt: Date | null;
}

/** A call whose signature was verified. */
export type SignedEvent = Pick<ProviderEvent, 'id' | 'provider' | 'type' | 'body'>;
