/** A job: gives a provider's stored call its effect, in one commit with the mark that it had it. */

import { now } from '@nameloan/service/clock.ts';
import type { Job } from '@nameloan/service/store/jobs.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import type { Outcome } from '../deposit/settle-deposit.ts';
import { failDeposit, settlePayment } from '../deposit/settle-deposit.ts';
import { kit } from '../kit.ts';
import { commitOnce } from '../ledger/commit-once.ts';
import { readIpnEvent } from '../nowpayments/read-ipn-event.ts';
import { readStripeEvent } from '../stripe/read-stripe-event.ts';
import type { Meaning } from './meaning.ts';
import { NotConfirmed } from './meaning.ts';
import { providerEvents } from './provider-event.model.ts';
import type { Provider, ProviderEvent } from './provider-event.ts';

/** With the jobs' growing pauses this is about a day; then a person has to look. */
const mostAttempts = 300;

const readers: Record<Provider, (event: ProviderEvent) => Promise<Meaning> | Meaning> = {
  STRIPE: readStripeEvent,
  NOWPAYMENTS: readIpnEvent,
};

/** Throws NotConfirmed while the provider cannot be asked; the job tries again then. */
export async function applyEvent({ key, attempt }: Job): Promise<void> {
  const event = await providerEvents.find(key);
  if (event?.state !== 'RECEIVED') return;
  const meaning = await meaningOf(event, attempt);
  await commitOnce(async (tx) => {
    const current = await providerEvents.get(key, tx);
    if (current.state !== 'RECEIVED') return;
    const { state, note } = await settleMeaning(meaning, tx);
    await providerEvents.move(current, { ...current, state, note, settledAt: now() }, tx);
    if (state !== 'REFUSED') return;
    tx.afterCommit(() =>
      kit.log.error({ event: key, note }, 'a payment needs an operator to look at it'),
    );
  });
}

async function meaningOf(event: ProviderEvent, attempt: number): Promise<Meaning> {
  try {
    return await readers[event.provider](event);
  } catch (error) {
    if (!(error instanceof NotConfirmed) || attempt < mostAttempts) throw error;
    return { means: 'NOTHING', state: 'REFUSED', note: error.message };
  }
}

/** Gives what a provider has said its effect on the books. */
export function settleMeaning(meaning: Meaning, tx: Tx): Promise<Outcome> | Outcome {
  switch (meaning.means) {
    case 'PAID':
      return settlePayment(meaning.payment, tx);
    case 'NOT_PAID':
      return failDeposit(meaning.transactionId, { tx, ...meaning });
    case 'NOTHING':
      return meaning;
  }
}
