/**
 * The sandbox's data: tables of immutable records over one journal. A commit is one journal line, so related
 * records are stored together or not at all.
 */

import type { Journal } from './journal.ts';
import { memoryJournal, openJournal } from './journal.ts';
import type { NamecomName, NamecomTransfer } from './namecom/records.ts';
import type {
  Checkout,
  Contact,
  Delivery,
  DnsRecords,
  Domain,
  Host,
  Mail,
  PollMessage,
  RegisteredService,
  StoredResponse,
} from './records.ts';

export interface Tables {
  domains: Domain;
  hosts: Host;
  contacts: Contact;
  polls: PollMessage;
  dns: DnsRecords;
  mails: Mail;
  checkouts: Checkout;
  /** NOWPayments has separate payment ids; the value is the checkout's id. */
  payments: string;
  answers: StoredResponse;
  namecomTransfers: NamecomTransfer;
  namecomNames: NamecomName;
  deliveries: Delivery;
  /** The stored name is older than the word. */
  parts: RegisteredService;
  /** Single values: clock offset, settings, certificate, passwords. */
  values: unknown;
  counters: number;
}

export type TableName = keyof Tables;
export type Change = {
  [T in TableName]: readonly [table: T, key: string, value: Tables[T] | null];
}[TableName];

const tableNames: Record<TableName, true> = {
  domains: true,
  hosts: true,
  contacts: true,
  polls: true,
  dns: true,
  mails: true,
  checkouts: true,
  payments: true,
  answers: true,
  namecomTransfers: true,
  namecomNames: true,
  deliveries: true,
  parts: true,
  values: true,
  counters: true,
};

export class Store {
  readonly #journal: Journal;
  readonly #tables = new Map<string, Map<string, unknown>>();
  #version = 0;

  /** Without `folder` the data is in memory only. */
  constructor(folder?: string) {
    for (const name of Object.keys(tableNames)) this.#tables.set(name, new Map());
    this.#journal = folder
      ? openJournal(folder, (entry) => this.#apply(entry as readonly Change[]))
      : memoryJournal;
  }

  /** A table in the order in which its keys were added. Records must not be mutated. */
  table<T extends TableName>(name: T): ReadonlyMap<string, Tables[T]> {
    return this.#tables.get(name) as ReadonlyMap<string, Tables[T]>;
  }

  /** Stores all changes or none (a null value removes a record). Once it returns they survive a kill -9. */
  commit(...changes: readonly Change[]): void {
    if (changes.length === 0) return;
    this.#journal.append(changes);
    this.#apply(changes);
    this.#journal.compactIfGrown(() => this.#everything());
  }

  /** The next number of a named counter, starting at 1; never returned twice. */
  nextNumber(counter: string): number {
    const next = (this.table('counters').get(counter) ?? 0) + 1;
    this.commit(['counters', counter, next]);
    return next;
  }

  /** Grows with every commit, so that a page can detect that it is stale. */
  get version(): number {
    return this.#version;
  }

  close(): void {
    this.#journal.close();
  }

  #apply(changes: readonly Change[]): void {
    this.#version += 1;
    for (const [table, key, value] of changes) {
      const records = this.#tables.get(table);
      if (!records) throw new Error(`The sandbox's journal names an unknown table, ${table}.`);
      if (value === null) records.delete(key);
      else records.set(key, value);
    }
  }

  *#everything(): Iterable<readonly Change[]> {
    for (const name of Object.keys(tableNames) as TableName[]) {
      for (const [key, value] of this.table(name)) yield [[name, key, value] as Change];
    }
  }
}
