/** A snapshot of everything that is compared, read from every service's internal endpoint. */

import type { DomainRow, OperatorRow } from '@nameloan/domains/reconcile/read-rows';
import type { AccountRow } from '@nameloan/identity/reconcile';
import type {
  CollateralRow,
  CountRow,
  ListingRow,
  LoanRow,
  PartyRow,
} from '@nameloan/lending/reconcile';
import type { RecipientRow } from '@nameloan/notifications/reconcile';
import type { HoldRow, StaffRow } from '@nameloan/payments/reconcile/compared-records';

export type { AccountRow, CollateralRow, CountRow, DomainRow, HoldRow, ListingRow, LoanRow };

/** A service's copy of an account: the fields that the service stores. */
export type CopyRow = PartyRow | RecipientRow | StaffRow | OperatorRow;
/** Services that keep copies of accounts; domains only of accounts whose operator rights have ever changed. */
export const copyingServices = ['lending', 'notifications', 'payments', 'domains'] as const;

export interface Snapshot {
  accounts: Map<string, AccountRow>;
  copies: Record<(typeof copyingServices)[number], Map<string, CopyRow>>;
  domains: Map<string, DomainRow>;
  /** Lending's copies of domains. */
  collaterals: Map<string, CollateralRow>;
  /** Open loans, and those for which a domain is reserved. */
  loans: Map<string, LoanRow>;
  /** Open listings. */
  listings: Map<string, ListingRow>;
  /** Open loans and listings whose domain was released, according to domains. */
  closed: Set<string>;
  /** Counts that lending stores. */
  counts: Map<string, CountRow>;
  /** Active holds, and those that domains refers to. */
  holds: Map<string, HoldRow>;
  /** Holds that a job of domains is about to capture or release. */
  settling: Set<string>;
  /** Business time of the snapshot, ISO 8601. */
  now: string;
}

export type Post = (
  service: string,
  path: string,
  body: unknown,
) => Promise<Record<string, unknown>>;

interface ReconcilePage<R> {
  rows: R[];
  next: string | null;
  now: string;
}

const maxIds = 500;

/** Throws if a service does not respond: nothing is decided on incomplete data. */
export async function takeSnapshot(post: Post): Promise<Snapshot> {
  let now = '';
  const readPage = async <R>(service: string, body: object): Promise<ReconcilePage<R>> => {
    const page = (await post(service, '/reconcile/read', body)) as unknown as ReconcilePage<R>;
    now = page.now;
    return page;
  };
  const readAll = async <R extends { id: string }>(service: string, name: string) => {
    const rows = new Map<string, R>();
    for (let after: string | null = ''; after !== null; ) {
      const page: ReconcilePage<R> = await readPage<R>(service, { name, after });
      for (const row of page.rows) rows.set(row.id, row);
      after = page.next;
    }
    return rows;
  };
  const readByIds = async <R extends { id: string }>(
    service: string,
    name: string,
    ids: string[],
  ) => {
    const rows: R[] = [];
    for (let at = 0; at < ids.length; at += maxIds)
      rows.push(...(await readPage<R>(service, { name, ids: ids.slice(at, at + maxIds) })).rows);
    return rows;
  };
  // Holds are read first: a hold placed later cannot be one that domains has lost.
  const holds = await readAll<HoldRow>('payments', 'holds');
  const domains = await readAll<DomainRow>('domains', 'domains');
  const loans = await readAll<LoanRow>('lending', 'loans');
  const listings = await readAll<ListingRow>('lending', 'listings');
  const bound = [...domains.values()].flatMap(({ reservation }) => reservation?.escrowId ?? []);
  const ended = bound.filter((id) => !loans.has(id));
  for (const loan of await readByIds<LoanRow>('lending', 'loans', ended)) loans.set(loan.id, loan);
  const fees = [...domains.values()].flatMap((one) => one.fees.map(({ holdId }) => holdId));
  const missing = fees.filter((id) => !holds.has(id));
  for (const hold of await readByIds<HoldRow>('payments', 'holds', missing))
    holds.set(hold.id, hold);
  const open = [...loans.keys(), ...listings.keys()];
  const closed = await readByIds<{ id: string }>('domains', 'closed', open);
  const settling = await readAll<{ id: string; holdId: string }>('domains', 'settling');
  const copies: Partial<Snapshot['copies']> = {};
  for (const service of copyingServices)
    copies[service] = await readAll<CopyRow>(service, 'accounts');
  return {
    accounts: await readAll<AccountRow>('identity', 'accounts'),
    copies: copies as Snapshot['copies'],
    ...{ domains, loans, listings, holds },
    collaterals: await readAll<CollateralRow>('lending', 'domains'),
    counts: await readAll<CountRow>('lending', 'counts'),
    closed: new Set(closed.map(({ id }) => id)),
    settling: new Set([...settling.values()].map(({ holdId }) => holdId)),
    now,
  };
}
