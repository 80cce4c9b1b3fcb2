/**
 * Checks the books: every entry sums to zero, so does the whole, and the counters are what was posted. In steps of
 * their own, so that neither the time of one transaction nor one process's memory bounds the ledger: an entry never
 * changes and is judged by itself; a customer's counters are judged in one snapshot with all that was posted and
 * held for that customer.
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
  /** How many journal entries there are. */
  entries: number;
  /** Sum over all postings; anything but 0 is a fault. */
  sumCents: number;
  /** How many customers have counters. */
  accounts: number;
  /** One sentence per fault; empty when the books are right. */
  mismatches: string[];
}

/** Entries that may bring a balance below zero. */
const reversing: readonly EntryKind[] = ['REFUND', 'ADJUSTMENT'];
/** Records of one step: bounds what is held at once and how long one snapshot lasts. */
const stepSize = 200;

/** What counters should say. */
interface Totals {
  postedCents: number;
  heldCents: number;
  /** What refunds and disputes took, and gave again; at most 0 in all. */
  reversedCents: number;
}

/** Reads the whole ledger; meant for people, tests and an hourly job, not for every minute. */
export async function checkLedger(): Promise<LedgerCheck> {
  const found: LedgerCheck = { entries: 0, sumCents: 0, accounts: 0, mismatches: [] };
  for await (const step of entries.inBatches({}, stepSize)) {
    for (const entry of step) addEntry(found, entry);
    found.mismatches.push(...(await findMissingCounters(step.map(({ accountId }) => accountId))));
  }
  for await (const step of holds.inBatches({ status: 'HELD' }, stepSize)) {
    const owners = step.map((hold) => assertPlaced(hold).accountId);
    found.mismatches.push(...(await findMissingCounters(owners)));
  }
  for await (const step of accounts.inBatches({}, stepSize)) {
    found.accounts += step.length;
    found.mismatches.push(...(await checkCounters(step.map(({ id }) => id))));
  }
  if (found.sumCents !== 0) found.mismatches.push(`The whole ledger sums to ${found.sumCents}.`);
  return { ...found, mismatches: [...new Set(found.mismatches)] };
}

function addEntry(found: LedgerCheck, { id, accountId, postings }: Entry): void {
  const sumCents = sumPostings(postings);
  found.entries++;
  found.sumCents += sumCents;
  if (sumCents !== 0) found.mismatches.push(`Entry ${id} sums to ${sumCents}.`);
  // Counters are compared with the entries under the customer's name: another's posting would be nobody's.
  const others = postings
    .map(({ account }) => parseCustomerId(account))
    .filter((one) => one !== null);
  for (const other of others)
    if (other !== accountId)
      found.mismatches.push(`Entry ${id} of ${accountId} posts to ${other}.`);
}

/** What was posted or is held for customers without counters. */
async function findMissingCounters(owners: readonly string[]): Promise<string[]> {
  const ids = [...new Set(owners)];
  const counted = await accounts.findProjected({ _id: { $in: ids } }, []);
  const known = new Set(counted.map(({ id }) => id));
  return ids
    .filter((id) => !known.has(id))
    .map((id) => `${id} has entries or holds and no counter.`);
}

/** One snapshot of these customers: their counters, entries and holds. */
function checkCounters(ids: readonly string[]): Promise<string[]> {
  return commit(async (tx) => {
    const some = await accounts.findMany({ _id: { $in: ids } }, { tx });
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
    return some.flatMap((account) => {
      const total = totals.get(account.id);
      return total ? compareCounters(account, total) : [];
    });
  });
}

function compareCounters(
  account: Account,
  { postedCents, heldCents, reversedCents }: Totals,
): string[] {
  const { id, balanceCents } = account;
  const faults: string[] = [];
  if (balanceCents !== postedCents)
    faults.push(`${id} counts ${balanceCents} and has postings of ${postedCents}.`);
  if (account.heldCents !== heldCents)
    faults.push(`${id} counts ${account.heldCents} held and has holds of ${heldCents}.`);
  const owed = owedCents(account);
  if (owed > -reversedCents) faults.push(`${id} is overdrawn by ${owed}, more than went back.`);
  return faults;
}
