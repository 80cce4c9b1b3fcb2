/** A job: gives a provider's stored call its effect, in one commit with the mark that it had it. */

import { now } from '@nameloan/service/clock.ts';
import type { Job } from '@nameloan/service/store/jobs.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
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

/** With the jobs' growing pauses this is about a day; then a person has to look. */
const maxAttempts = 300;

const readers: Record<Provider, (event: ProviderEvent) => Promise<PaymentUpdate> | PaymentUpdate> =
  {
    STRIPE: interpretStripeEvent,
    NOWPAYMENTS: interpretIpn,
  };

/** Throws NotConfirmed while the provider cannot be asked; the job tries again then. */
export async function applyProviderEvent({ key, attempt }: Job): Promise<void> {
  const event = await providerEvents.find(key);
  if (event?.state !== 'RECEIVED') return;
  const meaning = await readPaymentUpdate(event, attempt);
  await commitIdempotently(async (tx) => {
    const current = await providerEvents.get(key, tx);
    if (current.state !== 'RECEIVED') return;
    const { state, note } = await applyPaymentUpdate(meaning, tx);
    await providerEvents.update(current, { ...current, state, note, settledAt: now() }, tx);
    if (state !== 'REFUSED') return;
    tx.afterCommit(() =>
      serviceContext.log.error({ event: key, note }, 'a payment needs an operator to look at it'),
    );
  });
}

async function readPaymentUpdate(event: ProviderEvent, attempt: number): Promise<PaymentUpdate> {
  try {
    return await readers[event.provider](event);
  } catch (error) {
    if (!(error instanceof NotConfirmedError) || attempt < maxAttempts) throw error;
    return { means: 'NOTHING', state: 'REFUSED', note: error.message };
  }
}

/** Gives what a provider has said its effect on the books. */
export function applyPaymentUpdate(
  meaning: PaymentUpdate,
  tx: Tx,
): Promise<SettlementOutcome> | SettlementOutcome {
  switch (meaning.means) {
    case 'PAID':
      return settlePayment(meaning.payment, tx);
    case 'NOT_PAID':
      return failDeposit(meaning.transactionId, { tx, ...meaning });
    case 'NOTHING':
      return meaning;
  }
}
