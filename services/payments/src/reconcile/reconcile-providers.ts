/** Compares the providers' payments with our deposits, and brings ours to what the providers say. */

import { now } from '@nameloan/service/clock.ts';
import type { Deposit } from '../deposit/deposit.ts';
import { isCredited, isDeposit } from '../deposit/deposit.ts';
import { commitIdempotently } from '../ledger/commit-idempotently.ts';
import type { PaymentUpdate } from '../provider-event/payment-update.ts';
import { NotConfirmedError } from '../provider-event/payment-update.ts';
import { applyPaymentUpdate } from '../settlement/apply-provider-event.ts';
import type { SettlementOutcome } from '../settlement/settle-payment.ts';
import { transactions } from '../transaction/transaction.model.ts';
import { listNotifiedPayments } from './list-notified-payments.ts';
import { listSessions } from './list-sessions.ts';
import type { ProviderPayment } from './provider-payment.ts';

export interface Reconciliation {
  /** How many payments the providers were asked about. */
  checked: number;
  /** One sentence per difference that is mended now. */
  repaired: string[];
  /** One sentence per payment that a person has to look at. */
  open: string[];
}

const dayMs = 86_400_000;

/** Everything of the last so many days. Throws NotConfirmed where a provider does not list its payments. */
export async function reconcileProviders(days: number): Promise<Reconciliation> {
  const since = new Date(Date.now() - days * dayMs);
  const report: Reconciliation = { checked: 0, repaired: [], open: [] };
  const known = new Set<string>();
  for await (const asked of listSessions(since)) {
    known.add(asked.depositId);
    await reconcilePayment(asked, report);
  }
  for (const asked of await listNotifiedPayments(since)) await reconcilePayment(asked, report);
  const strangers = await transactions.findMany(
    {
      type: 'DEPOSIT',
      method: 'CARD',
      createdAt: { $gte: new Date(now().getTime() - days * dayMs) },
      status: { $in: ['DONE', 'REFUNDED'] },
    },
    { sort: { createdAt: 1, _id: 1 } },
  );
  for (const { id } of strangers.filter((one) => !known.has(one.id)))
    report.open.push(`Deposit ${id}: it is credited here, and Stripe lists no session of it.`);
  return report;
}

/** One payment: what differs is mended, what cannot be goes on the list of what is open. */
export async function reconcilePayment(
  asked: ProviderPayment,
  report: Reconciliation,
): Promise<void> {
  report.checked++;
  const { label } = asked;
  try {
    const told = await asked.fetchUpdate();
    const id = asked.depositId ?? findDepositId(told);
    const before = await findDeposit(id);
    const { state, note } = await commitIdempotently(async (tx): Promise<SettlementOutcome> => {
      return applyPaymentUpdate(told, tx);
    });
    const after = await findDeposit(id);
    if (state === 'APPLIED')
      report.repaired.push(
        `${label}: deposit ${id} was ${before?.status}, is ${after?.status}. ${note}`,
      );
    else if (state === 'REFUSED') report.open.push(`${label}: ${note}`);
    else if (told.means !== 'PAID' && after && isCredited(after))
      report.open.push(`${label}: deposit ${id} is credited here, and its provider says unpaid.`);
  } catch (error) {
    if (!(error instanceof NotConfirmedError)) throw error;
    report.open.push(`${label}: ${error.message}`);
  }
}

async function findDeposit(id: string | undefined): Promise<Deposit | undefined> {
  const found = id === undefined ? undefined : await transactions.find(id);
  return isDeposit(found) ? found : undefined;
}

function findDepositId(told: PaymentUpdate): string | undefined {
  if (told.means === 'NOTHING') return undefined;
  return told.means === 'PAID' ? told.payment.transactionId : told.transactionId;
}
