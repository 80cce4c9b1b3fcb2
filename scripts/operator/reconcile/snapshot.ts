/** A snapshot of everything that is compared, read from every service's internal endpoint. */

import type { DomainRow, OperatorRow } from '@nameloan/domains/reconcile/read-rows.ts';
import type { AccountRow } from '@nameloan/identity/reconcile/reconcile.ts';
import type {
  CollateralRow,
  CountRow,
  ListingRow,
  LoanRow,
  PartyRow,
} from '@nameloan/lending/reconcile/reconcile.ts';
import type { RecipientRow } from '@nameloan/notifications/reconcile/reconcile.ts';
import type { HoldRow, StaffRow } from '@nameloan/payments/reconcile/compared-records.ts';

export type { AccountRow, CollateralRow, CountRow, DomainRow, HoldRow, ListingRow, LoanRow };

/** A service's copy of an account: the fields that the service stores. */
export type CopyRow = PartyRow | RecipientRow | StaffRow | OperatorRow;
/** Parts that keep copies of accounts; domains only of those whose rights have ever changed. */
export const readers = ['lending', 'notifications', 'payments', 'domains'] as const;

export interface Snapshot {
  accounts: Map<string, AccountRow>;
  copies: Record<(typeof readers)[number], Map<string, CopyRow>>;
  domains: Map<string, DomainRow>;
  /** Lending's copies of domains. */
  collaterals: Map<string, CollateralRow>;
  /** Open ones, and those for which a domain is reserved. */
  loans: Map<string, LoanRow>;
  /** Open ones. */
  listings: Map<string, ListingRow>;
  /** Open loans and listings that have let go of their domain, as domains remembers. */
  closed: Set<string>;
  /** What lending keeps a count of. */
  counts: Map<string, CountRow>;
  /** Those that hold money, and those that domains needs. */
  holds: Map<string, HoldRow>;
  /** Holds that a job of domains is about to charge or give back. */
  settling: Set<string>;
  /** Business time of the look, ISO 8601. */
  now: string;
}

export type Post = (part: string, path: string, body: unknown) => Promise<Record<string, unknown>>;

interface Answer<R> {
  rows: R[];
  next: string | null;
  now: string;
}

const maxIds = 500;

/** Throws what a part says that cannot answer: nothing is decided on half of what there is. */
export async function takeSnapshot(post: Post): Promise<Snapshot> {
  let now = '';
  const ask = async <R>(part: string, body: object): Promise<Answer<R>> => {
    const answer = (await post(part, '/reconcile/read', body)) as unknown as Answer<R>;
    now = answer.now;
    return answer;
  };
  const all = async <R extends { id: string }>(part: string, what: string) => {
    const rows = new Map<string, R>();
    for (let after: string | null = ''; after !== null; ) {
      const page: Answer<R> = await ask<R>(part, { what, after });
      for (const row of page.rows) rows.set(row.id, row);
      after = page.next;
    }
    return rows;
  };
  const these = async <R extends { id: string }>(part: string, what: string, ids: string[]) => {
    const rows: R[] = [];
    for (let at = 0; at < ids.length; at += maxIds)
      rows.push(...(await ask<R>(part, { what, ids: ids.slice(at, at + maxIds) })).rows);
    return rows;
  };
  // Holds come first: one that is placed later is none that domains could have forgotten.
  const holds = await all<HoldRow>('payments', 'holds');
  const domains = await all<DomainRow>('domains', 'domains');
  const loans = await all<LoanRow>('lending', 'loans');
  const listings = await all<ListingRow>('lending', 'listings');
  const bound = [...domains.values()].flatMap(({ reservation }) => reservation?.escrowId ?? []);
  const ended = bound.filter((id) => !loans.has(id));
  for (const loan of await these<LoanRow>('lending', 'loans', ended)) loans.set(loan.id, loan);
  const fees = [...domains.values()].flatMap((one) => one.fees.map(({ holdId }) => holdId));
  const unseen = fees.filter((id) => !holds.has(id));
  for (const hold of await these<HoldRow>('payments', 'holds', unseen)) holds.set(hold.id, hold);
  const open = [...loans.keys(), ...listings.keys()];
  const closed = await these<{ id: string }>('domains', 'closed', open);
  const settling = await all<{ id: string; holdId: string }>('domains', 'settling');
  const copies: Partial<Snapshot['copies']> = {};
  for (const part of readers) copies[part] = await all<CopyRow>(part, 'accounts');
  return {
    accounts: await all<AccountRow>('identity', 'accounts'),
    copies: copies as Snapshot['copies'],
    ...{ domains, loans, listings, holds },
    collaterals: await all<CollateralRow>('lending', 'domains'),
    counts: await all<CountRow>('lending', 'counts'),
    closed: new Set(closed.map(({ id }) => id)),
    settling: new Set([...settling.values()].map(({ holdId }) => holdId)),
    now,
  };
}
