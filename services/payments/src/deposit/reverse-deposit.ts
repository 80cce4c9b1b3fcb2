/** Applies refunds and disputes of a deposit: debits each once, and credits it again if it is undone. */

import { formatCents } from '@nameloan/contracts/money';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { readAccount } from '../ledger/account.model.ts';
import { owedCents } from '../ledger/account.ts';
import { customerAccount } from '../ledger/entry.ts';
import { postEntry } from '../ledger/post-entry.ts';
import { reversals } from '../reversal/reversal.model.ts';
import type {
  ProviderReversal,
  Reversal,
  ReversalKind,
  ReversalStatus,
} from '../reversal/reversal.ts';
import { computeDebitedCents, effects, pendingSteps } from '../reversal/reversal.ts';
import { transactions } from '../transaction/transaction.model.ts';
import type { Deposit } from './deposit.ts';
import { creditedStatus, depositEventData, houseAccounts, toDeposit } from './deposit.ts';

/** Reason on the transaction that a step adds. */
const reasons: Record<ReversalKind, Record<ReversalStatus, (cents: string) => string>> = {
  REFUND: {
    TAKEN: (cents) => `${cents} of a deposit was refunded.`,
    LOST: () => '',
    UNDONE: (cents) => `The refund of ${cents} failed and is back in the balance.`,
  },
  DISPUTE: {
    TAKEN: (cents) => `The card’s bank disputes ${cents} of a deposit.`,
    LOST: () => '',
    UNDONE: (cents) => `The dispute over ${cents} of a deposit ended in our favour.`,
  },
};

/**
 * Applies all reversals of a credited payment once, despite repeated or reordered reports. `creditedCents` is the
 * payment's credit. Resolves to the updated deposit, or undefined if nothing changed.
 */
export async function applyReversals(
  deposit: Deposit,
  { arrivedCents, reversals: all = [] }: ReportedPayment,
  { creditedCents, tx }: { creditedCents: number; tx: Tx },
): Promise<Deposit | undefined> {
  const found = await reversals.findMany({ _id: { $in: all.map(({ id }) => id) } }, { tx });
  const known = new Map(found.map((one) => [one.id, one]));
  const amounts = computeDebitedCents(all, known, { arrivedCents, creditedCents });
  let after: Deposit | undefined;
  for (const reported of all) {
    const amountCents = amounts.get(reported.id) ?? 0;
    const before = known.get(reported.id);
    after = (await applyReversal(after ?? deposit, { reported, before, amountCents, tx })) ?? after;
  }
  return after;
}

/** A provider's report; null or absent if it does not say. */
interface ReportedPayment {
  arrivedCents: number | null;
  reversals?: readonly ProviderReversal[];
}

async function applyReversal(
  deposit: Deposit,
  { reported, before, amountCents, tx }: ReversalUpdate,
): Promise<Deposit | undefined> {
  const steps = pendingSteps(reported.status, before?.status);
  if (steps.length === 0) return undefined;
  const { id, kind, status } = reported;
  const fresh = { id, kind, status, depositId: deposit.id, amountCents, createdAt: now() };
  const reversal = before
    ? await reversals.update(before, { ...before, status }, tx)
    : await reversals.add({ ...fresh, version: 1 }, tx);
  // None of it was credited, so there is nothing to debit or report.
  if (reversal.amountCents === 0) return undefined;
  let current = deposit;
  for (const step of steps) current = await applyStep(current, { reversal, step, tx });
  return current;
}

interface ReversalUpdate {
  reported: ProviderReversal;
  /** As it was applied before. */
  before: Reversal | undefined;
  amountCents: number;
  tx: Tx;
}

async function applyStep(
  deposit: Deposit,
  { reversal, step, tx }: { reversal: Reversal; step: ReversalStatus; tx: Tx },
): Promise<Deposit> {
  const cents = effects[step] * reversal.amountCents;
  if (cents !== 0) await postReversal(deposit, { reversal, step, cents, tx });
  const returned = { ...deposit, returnedCents: (deposit.returnedCents ?? 0) - cents };
  const after = { ...returned, status: creditedStatus(returned) };
  const updated = toDeposit(await transactions.update(deposit, after, tx));
  await emitReversal(updated, { reversal, step, tx });
  return updated;
}

async function postReversal(
  deposit: Deposit,
  {
    reversal,
    step,
    cents,
    tx,
  }: { reversal: Reversal; step: ReversalStatus; cents: number; tx: Tx },
): Promise<void> {
  const { accountId, method } = deposit;
  const transactionId = newId();
  const kind = reversal.kind === 'REFUND' && step === 'TAKEN' ? 'REFUND' : 'ADJUSTMENT';
  await transactions.add(
    {
      id: transactionId,
      version: 1,
      accountId,
      type: kind,
      method,
      amountCents: cents,
      status: 'DONE',
      createdAt: now(),
      endedAt: now(),
      reason: reasons[reversal.kind][step](formatCents(reversal.amountCents)),
      domainName: null,
      returnedCents: null,
      session: null,
    },
    tx,
  );
  await postEntry(
    {
      id: `${step === 'TAKEN' ? 'back' : 'undone'}:${reversal.id}`,
      kind,
      accountId,
      transactionId,
      postings: [
        { account: customerAccount(accountId), amountCents: cents },
        { account: houseAccounts[method], amountCents: -cents },
      ],
    },
    { tx },
  );
}

async function emitReversal(
  deposit: Deposit,
  { reversal, step, tx }: { reversal: Reversal; step: ReversalStatus; tx: Tx },
): Promise<void> {
  const account = await readAccount(deposit.accountId, tx);
  const data = {
    ...depositEventData(deposit),
    backCents: reversal.amountCents,
    owedCents: owedCents(account),
  };
  if (reversal.kind === 'DISPUTE') {
    const outcome = { TAKEN: 'OPENED', LOST: 'LOST', UNDONE: 'WON' } as const;
    tx.emit('payments.deposit.disputed', deposit, { ...data, outcome: outcome[step] });
  } else if (step !== 'LOST') {
    tx.emit('payments.deposit.refunded', deposit, { ...data, outcome: step });
  }
}
