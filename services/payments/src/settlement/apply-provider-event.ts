/** Job handler: applies a stored provider event and marks it as applied in one commit. */

import type { Job } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { commitIdempotently } from '../ledger/commit-idempotently.ts';
import { interpretIpn } from '../nowpayments/interpret-ipn.ts';
import type { PaymentUpdate } from '../provider-event/payment-update.ts';
import { NotConfirmedError } from '../provider-event/payment-update.ts';
import { providerEvents } from '../provider-event/provider-event.model.ts';
import type { Provider, ProviderEvent } from '../provider-event/provider-event.ts';
import { serviceContext } from '../service-context.ts';
import { interpretStripeEvent } from '../stripe/interpret-stripe-event.ts';
import type { SettlementOutcome } from './settle-payment.ts';
import { failDeposit, settlePayment } from './settle-payment.ts';

/** About a day with the jobs' retry backoff; then the event is left to an operator. */
const maxAttempts = 300;

const readers: Record<Provider, (event: ProviderEvent) => Promise<PaymentUpdate> | PaymentUpdate> =
  {
    STRIPE: interpretStripeEvent,
    NOWPAYMENTS: interpretIpn,
  };

/** Throws NotConfirmedError, so that the job is retried, while the provider does not confirm the event. */
export async function applyProviderEvent({ key, attempt }: Job): Promise<void> {
  const event = await providerEvents.find(key);
  if (event?.state !== 'RECEIVED') return;
  const update = await readPaymentUpdate(event, attempt);
  await commitIdempotently(async (tx) => {
    const current = await providerEvents.get(key, tx);
    if (current.state !== 'RECEIVED') return;
    const { state, note } = await applyPaymentUpdate(update, tx);
    await providerEvents.update(current, { ...current, state, note, settledAt: now() }, tx);
    if (state !== 'REFUSED') return;
    tx.afterCommit(() =>
      serviceContext.log.error({ event: key, note }, 'provider event needs an operator'),
    );
  });
}

async function readPaymentUpdate(event: ProviderEvent, attempt: number): Promise<PaymentUpdate> {
  try {
    return await readers[event.provider](event);
  } catch (error) {
    if (!(error instanceof NotConfirmedError) || attempt < maxAttempts) throw error;
    return { kind: 'NO_EFFECT', state: 'REFUSED', note: error.message };
  }
}

/** Applies a provider's report to the ledger. */
export function applyPaymentUpdate(
  update: PaymentUpdate,
  tx: Tx,
): Promise<SettlementOutcome> | SettlementOutcome {
  switch (update.kind) {
    case 'PAID':
      return settlePayment(update.payment, tx);
    case 'NOT_PAID':
      return failDeposit(update.transactionId, { tx, ...update });
    case 'NO_EFFECT':
      return update;
  }
}
