/** Starts a deposit: stores it, then opens a checkout page at the provider. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import type { Deposit, PaymentPage } from '../deposit/deposit.ts';
import { assertAmount, depositEventData, isDeposit } from '../deposit/deposit.ts';
import { openInvoice } from '../nowpayments/open-invoice.ts';
import { commit, quotas, serviceContext } from '../service-context.ts';
import { failDeposit } from '../settlement/settle-payment.ts';
import { openCheckout } from '../stripe/open-checkout.ts';
import { computeExpiry } from '../transaction/deposit-expiry.ts';
import { transactions } from '../transaction/transaction.model.ts';
import type { DepositMethod } from '../transaction/transaction.ts';

const openPaymentPage: Record<DepositMethod, (deposit: Deposit) => Promise<PaymentPage>> = {
  CARD: openCheckout,
  CRYPTOCURRENCY: openInvoice,
};

export interface DepositSession {
  uri: string;
  transaction: Deposit;
}

/**
 * `amountCents` is between $1 and $100,000. UNAVAILABLE if the provider is unreachable or rejects the request: the
 * transaction is FAILED and nothing is charged. TOO_MANY_REQUESTS.
 */
export async function startDeposit(
  actor: AccountActor,
  { amountCents, method }: { amountCents: number; method: DepositMethod },
): Promise<DepositSession> {
  assertAmount(amountCents);
  const deposit = await addPendingDeposit({ accountId: actor.accountId, amountCents, method });
  const page = await openPaymentPage[method](deposit).catch((error: unknown) =>
    failUnopened(deposit, error),
  );
  return { uri: page.uri, transaction: await savePage(deposit.id, page) };
}

function addPendingDeposit(
  terms: Pick<Deposit, 'accountId' | 'amountCents' | 'method'>,
): Promise<Deposit> {
  return commit(async (tx) => {
    const deposit: Deposit = {
      id: newId(),
      version: 1,
      ...terms,
      type: 'DEPOSIT',
      status: 'PENDING',
      createdAt: now(),
      endedAt: null,
      reason: null,
      domainName: null,
      returnedCents: null,
      session: null,
    };
    await quotas.take('deposits', terms.accountId, tx);
    await transactions.add(deposit, tx);
    // Fails the deposit after a crash between this commit and the next.
    await tx.schedule({ kind: 'expire-deposit', key: deposit.id, at: computeExpiry(deposit) });
    tx.emit('payments.deposit.started', deposit, depositEventData(deposit));
    return deposit;
  });
}

/** Fails a deposit whose page could not be opened. */
async function failUnopened(deposit: Deposit, error: unknown): Promise<never> {
  serviceContext.log.error(
    { err: error, transaction: deposit.id },
    'payment page could not be opened',
  );
  await commit((tx) => failDeposit(deposit.id, { tx, reason: 'PROVIDER_UNREACHABLE' }));
  throw new DomainError(
    'UNAVAILABLE',
    'The payment provider can’t be reached right now. Nothing was charged. Try again shortly.',
    { retryAfterSeconds: 10 },
  );
}

/** Stores the page, keeping a payment id that an earlier webhook may have stored. */
function savePage(id: string, page: PaymentPage): Promise<Deposit> {
  return commit(async (tx) => {
    const deposit = await transactions.get(id, tx);
    if (!isDeposit(deposit)) throw new Error(`transaction ${id} is not a deposit`);
    const session = { ...page, paymentId: deposit.session?.paymentId ?? null };
    const updated = await transactions.update(deposit, { ...deposit, session }, tx);
    await tx.schedule({
      kind: 'expire-deposit',
      key: id,
      at: computeExpiry({ ...deposit, session }),
    });
    return { ...deposit, ...updated, type: deposit.type, method: deposit.method };
  });
}
