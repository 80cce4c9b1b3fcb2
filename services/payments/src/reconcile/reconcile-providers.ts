/** Reconciles our deposits with the providers' payments. */

import { now } from '@nameloan/runtime/clock';
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
  /** Number of payments compared. */
  checked: number;
  /** One sentence per repaired difference. */
  repaired: string[];
  /** One sentence per payment that needs an operator. */
  open: string[];
}

const dayMs = 86_400_000;

/** Reconciles the last `days` days. Throws NotConfirmedError if Stripe's sessions cannot be listed. */
export async function reconcileProviders(days: number): Promise<Reconciliation> {
  const since = new Date(Date.now() - days * dayMs);
  const report: Reconciliation = { checked: 0, repaired: [], open: [] };
  const known = new Set<string>();
  for await (const payment of listSessions(since)) {
    known.add(payment.depositId);
    await reconcilePayment(payment, report);
  }
  for (const payment of await listNotifiedPayments(since)) await reconcilePayment(payment, report);
  const credited = await transactions.findMany(
    {
      type: 'DEPOSIT',
      method: 'CARD',
      createdAt: { $gte: new Date(now().getTime() - days * dayMs) },
      status: { $in: ['DONE', 'REFUNDED'] },
    },
    { sort: { createdAt: 1, _id: 1 } },
  );
  for (const { id } of credited.filter((one) => !known.has(one.id)))
    report.open.push(`Deposit ${id} is credited here, but Stripe lists no session for it.`);
  return report;
}

/** Repairs one payment's difference, or reports it as open. */
export async function reconcilePayment(
  payment: ProviderPayment,
  report: Reconciliation,
): Promise<void> {
  report.checked++;
  const { label } = payment;
  try {
    const update = await payment.fetchUpdate();
    const id = payment.depositId ?? findDepositId(update);
    const before = await findDeposit(id);
    const { state, note } = await commitIdempotently(async (tx): Promise<SettlementOutcome> => {
      return applyPaymentUpdate(update, tx);
    });
    const after = await findDeposit(id);
    if (state === 'APPLIED')
      report.repaired.push(
        `${label}: deposit ${id} changed from ${before?.status} to ${after?.status}. ${note}`,
      );
    else if (state === 'REFUSED') report.open.push(`${label}: ${note}`);
    else if (update.kind !== 'PAID' && after && isCredited(after))
      report.open.push(
        `${label}: deposit ${id} is credited here, but its provider reports it unpaid.`,
      );
  } catch (error) {
    if (!(error instanceof NotConfirmedError)) throw error;
    report.open.push(`${label}: ${error.message}`);
  }
}

async function findDeposit(id: string | undefined): Promise<Deposit | undefined> {
  const found = id === undefined ? undefined : await transactions.find(id);
  return isDeposit(found) ? found : undefined;
}

function findDepositId(update: PaymentUpdate): string | undefined {
  if (update.kind === 'NO_EFFECT') return undefined;
  return update.kind === 'PAID' ? update.payment.transactionId : update.transactionId;
}
