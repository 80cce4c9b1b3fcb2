/**
 * Checks the ledger: every entry and the whole sum to zero, and each account equals its postings and holds. It reads in
 * batches, so neither a transaction's lifetime nor memory limits the ledger's size: entries are immutable and checked
 * one by one; an account is checked in one snapshot with all its postings and holds.
 */

import { holds } from '../hold/hold.model.ts';
import { assertPlaced } from '../hold/hold.ts';
import { accounts } from '../ledger/account.model.ts';
import type { Account } from '../ledger/account.ts';
import { owedCents } from '../ledger/account.ts';
import { entries } from '../ledger/entry.model.ts';
import type { Entry, EntryKind } from '../ledger/entry.ts';
import { parseCustomerId, sumPostings } from '../ledger/entry.ts';
import { commit } from '../service-context.ts';

export interface LedgerCheck {
  /** Number of journal entries. */
  entries: number;
  /** Sum of all postings; must be 0. */
  sumCents: number;
  /** Number of customer accounts. */
  accounts: number;
  /** One sentence per mismatch; empty if the ledger is correct. */
  mismatches: string[];
}

/** Entry kinds that may bring a balance below zero. */
const reversing: readonly EntryKind[] = ['REFUND', 'ADJUSTMENT'];
/** Records per batch: bounds memory and the lifetime of a snapshot. */
const batchSize = 200;

/** Expected values of an account. */
interface Totals {
  postedCents: number;
  heldCents: number;
  /** Net effect of refunds and disputes; at most 0. */
  reversedCents: number;
}

/** Reads the whole ledger, so it runs hourly and on demand. */
export async function checkLedger(): Promise<LedgerCheck> {
  const check: LedgerCheck = { entries: 0, sumCents: 0, accounts: 0, mismatches: [] };
  for await (const batch of entries.inBatches({}, batchSize)) {
    for (const entry of batch) checkEntry(check, entry);
    check.mismatches.push(...(await findMissingAccounts(batch.map(({ accountId }) => accountId))));
  }
  for await (const batch of holds.inBatches({ status: 'HELD' }, batchSize)) {
    const owners = batch.map((hold) => assertPlaced(hold).accountId);
    check.mismatches.push(...(await findMissingAccounts(owners)));
  }
  for await (const batch of accounts.inBatches({}, batchSize)) {
    check.accounts += batch.length;
    check.mismatches.push(...(await checkAccounts(batch.map(({ id }) => id))));
  }
  if (check.sumCents !== 0) check.mismatches.push(`The whole ledger sums to ${check.sumCents}.`);
  return { ...check, mismatches: [...new Set(check.mismatches)] };
}

function checkEntry(check: LedgerCheck, { id, accountId, postings }: Entry): void {
  const sumCents = sumPostings(postings);
  check.entries++;
  check.sumCents += sumCents;
  if (sumCents !== 0) check.mismatches.push(`Entry ${id} sums to ${sumCents}.`);
  // An account is compared with its own entries, so a posting to another customer would be missed.
  const others = postings
    .map(({ account }) => parseCustomerId(account))
    .filter((one) => one !== null);
  for (const other of others)
    if (other !== accountId)
      check.mismatches.push(`Entry ${id} of ${accountId} posts to ${other}.`);
}

/** Customers with entries or holds but no account. */
async function findMissingAccounts(owners: readonly string[]): Promise<string[]> {
  const ids = [...new Set(owners)];
  const counted = await accounts.findProjected({ _id: { $in: ids } }, []);
  const known = new Set(counted.map(({ id }) => id));
  return ids
    .filter((id) => !known.has(id))
    .map((id) => `${id} has entries or holds but no account.`);
}

/** Checks these accounts in one snapshot with their entries and holds. */
function checkAccounts(ids: readonly string[]): Promise<string[]> {
  return commit(async (tx) => {
    const batch = await accounts.findMany({ _id: { $in: ids } }, { tx });
    const totals = new Map<string, Totals>(
      ids.map((id) => [id, { postedCents: 0, heldCents: 0, reversedCents: 0 }]),
    );
    for await (const { accountId, kind, postings } of entries.each(
      { accountId: { $in: ids } },
      tx,
    )) {
      const own = postings.filter(({ account }) => parseCustomerId(account) === accountId);
      const total = totals.get(accountId);
      if (!total) continue;
      const cents = sumPostings(own);
      total.postedCents += cents;
      if (reversing.includes(kind)) total.reversedCents += cents;
    }
    for await (const hold of holds.each({ accountId: { $in: ids }, status: 'HELD' }, tx)) {
      const { accountId, amountCents } = assertPlaced(hold);
      const total = totals.get(accountId);
      if (total) total.heldCents += amountCents;
    }
    return batch.flatMap((account) => {
      const total = totals.get(account.id);
      return total ? compareAccount(account, total) : [];
    });
  });
}

function compareAccount(
  account: Account,
  { postedCents, heldCents, reversedCents }: Totals,
): string[] {
  const { id, balanceCents } = account;
  const mismatches: string[] = [];
  if (balanceCents !== postedCents)
    mismatches.push(`${id} has a balance of ${balanceCents} and postings of ${postedCents}.`);
  if (account.heldCents !== heldCents)
    mismatches.push(`${id} has ${account.heldCents} held and holds of ${heldCents}.`);
  const owed = owedCents(account);
  if (owed > -reversedCents)
    mismatches.push(`${id} is overdrawn by ${owed}, more than was reversed.`);
  return mismatches;
}
