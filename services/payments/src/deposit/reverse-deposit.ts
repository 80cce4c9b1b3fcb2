/** Brings the books to what a provider says of money that went back: debited once, credited again once. */

import { formatCents } from '@nameloan/contracts/money.ts';
import { now } from '@nameloan/service/clock.ts';
import { newId } from '@nameloan/service/id.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
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

/** The sentence on the line that a step adds to the customer's list. */
const reasons: Record<ReversalKind, Record<ReversalStatus, (cents: string) => string>> = {
  REFUND: {
    TAKEN: (cents) => `${cents} of a deposit went back to where it came from.`,
    LOST: () => '',
    UNDONE: (cents) => `The refund of ${cents} did not arrive and is in the balance again.`,
  },
  DISPUTE: {
    TAKEN: (cents) => `The bank of the card disputes ${cents} of a deposit.`,
    LOST: () => '',
    UNDONE: (cents) => `The dispute about ${cents} of a deposit ended in our favour.`,
  },
};

/**
 * Gives all that went back of a credited payment its effect, once whatever is repeated or reordered.
 * `creditedCents`: what it was credited for. Resolves to the deposit as it is now, or undefined where nothing was
 * left to do.
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
  for (const told of all) {
    const amountCents = amounts.get(told.id) ?? 0;
    const before = known.get(told.id);
    after = (await applyReversal(after ?? deposit, { told, before, amountCents, tx })) ?? after;
  }
  return after;
}

/** What a provider says of the payment; null and absent where it does not. */
interface ReportedPayment {
  arrivedCents: number | null;
  reversals?: readonly ProviderReversal[];
}

async function applyReversal(
  deposit: Deposit,
  { told, before, amountCents, tx }: ReversalUpdate,
): Promise<Deposit | undefined> {
  const steps = pendingSteps(told.status, before?.status);
  if (steps.length === 0) return undefined;
  const { id, kind, status } = told;
  const fresh = { id, kind, status, depositId: deposit.id, amountCents, createdAt: now() };
  const reversal = before
    ? await reversals.update(before, { ...before, status }, tx)
    : await reversals.add({ ...fresh, version: 1 }, tx);
  // None of it was ever in the balance, so that there is nothing to tell.
  if (reversal.amountCents === 0) return undefined;
  let current = deposit;
  for (const step of steps) current = await applyStep(current, { reversal, step, tx });
  return current;
}

interface ReversalUpdate {
  told: ProviderReversal;
  /** As it was told before. */
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
  const moved = toDeposit(await transactions.update(deposit, after, tx));
  await emitReversal(moved, { reversal, step, tx });
  return moved;
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
  const facts = {
    ...depositEventData(deposit),
    backCents: reversal.amountCents,
    owedCents: owedCents(account),
  };
  if (reversal.kind === 'DISPUTE') {
    const outcome = { TAKEN: 'OPENED', LOST: 'LOST', UNDONE: 'WON' } as const;
    tx.emit('payments.deposit.disputed', deposit, { ...facts, outcome: outcome[step] });
  } else if (step !== 'LOST') {
    tx.emit('payments.deposit.refunded', deposit, { ...facts, outcome: step });
  }
}
