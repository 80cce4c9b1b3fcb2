/** Checks the books: every entry sums to zero, so does the whole, and the counters are what was posted. */

import type { Tx } from '@nameloan/service/store/tx.ts';
import { holds } from '../hold/hold.model.ts';
import { placed } from '../hold/hold.ts';
import { commit } from '../kit.ts';
import { accounts } from './account.model.ts';
import type { Account } from './account.ts';
import { owedCents } from './account.ts';
import { entries } from './entry.model.ts';
import type { EntryKind } from './entry.ts';
import { customerOf, sumOf } from './entry.ts';

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

interface Totals {
  entries: number;
  sumCents: number;
  postedCents: Map<string, number>;
  /** What refunds and disputes took, and gave again; at most 0 in all. */
  reversedCents: Map<string, number>;
  mismatches: string[];
}

/** Reads the whole ledger in one snapshot; meant for people and tests, not for every minute. */
export function checkLedger(): Promise<LedgerCheck> {
  return commit(async (tx) => {
    const totals = await addUp(tx);
    const heldCents = await addUpHolds(tx);
    const { mismatches } = totals;
    let counted = 0;
    for await (const account of accounts.each({}, tx)) {
      counted++;
      mismatches.push(...faultsOf(account, totals, heldCents));
      totals.postedCents.delete(account.id);
      heldCents.delete(account.id);
    }
    for (const [id, cents] of totals.postedCents) {
      mismatches.push(`${id} has postings of ${cents} and no counter.`);
    }
    for (const [id, cents] of heldCents)
      mismatches.push(`${id} has holds of ${cents} and no counter.`);
    if (totals.sumCents !== 0) mismatches.push(`The whole ledger sums to ${totals.sumCents}.`);
    return { entries: totals.entries, sumCents: totals.sumCents, accounts: counted, mismatches };
  });
}

async function addUp(tx: Tx): Promise<Totals> {
  const totals: Totals = {
    entries: 0,
    sumCents: 0,
    postedCents: new Map(),
    reversedCents: new Map(),
    mismatches: [],
  };
  for await (const { id, kind, postings } of entries.each({}, tx)) {
    const sumCents = sumOf(postings);
    totals.entries++;
    totals.sumCents += sumCents;
    if (sumCents !== 0) totals.mismatches.push(`Entry ${id} sums to ${sumCents}.`);
    for (const { account, amountCents } of postings) {
      const accountId = customerOf(account);
      if (accountId === null) continue;
      addTo(totals.postedCents, accountId, amountCents);
      if (reversing.includes(kind)) addTo(totals.reversedCents, accountId, amountCents);
    }
  }
  return totals;
}

async function addUpHolds(tx: Tx): Promise<Map<string, number>> {
  const heldCents = new Map<string, number>();
  for await (const hold of holds.each({ status: 'HELD' }, tx)) {
    const { accountId, amountCents } = placed(hold);
    addTo(heldCents, accountId, amountCents);
  }
  return heldCents;
}

function addTo(sums: Map<string, number>, key: string, cents: number): void {
  sums.set(key, (sums.get(key) ?? 0) + cents);
}

function faultsOf(
  account: Account,
  { postedCents, reversedCents }: Totals,
  heldCents: Map<string, number>,
): string[] {
  const faults: string[] = [];
  const posted = postedCents.get(account.id) ?? 0;
  const held = heldCents.get(account.id) ?? 0;
  if (account.balanceCents !== posted) {
    faults.push(`${account.id} counts ${account.balanceCents} and has postings of ${posted}.`);
  }
  if (account.heldCents !== held) {
    faults.push(`${account.id} counts ${account.heldCents} held and has holds of ${held}.`);
  }
  const owed = owedCents(account);
  if (owed > -(reversedCents.get(account.id) ?? 0)) {
    faults.push(`${account.id} is overdrawn by ${owed}, more than went back.`);
  }
  return faults;
}
