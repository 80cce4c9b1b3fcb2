/** Remembers the reply of each session's last retryable write, so that a repeat is answered, not done again. */
import { Long } from 'bson';
import type { Document } from '../bson/values.ts';
import type { JournalRecord } from './journal.ts';

/** The retry identity of a write: which session, which number. */
export type RetryId = { session: string; number: bigint };

type RetryRecord = { number: bigint; reply: Document; at: number };

/** Logical sessions, and with them their retry records, are forgotten after this long unused. */
export const sessionTimeoutMs = 30 * 60_000;

export class RetryTable {
  readonly #kept = new Map<string, RetryRecord>();

  /** The journal's form of a reply, for the frame of the write itself. */
  record(id: RetryId, reply: Document): JournalRecord {
    return { o: 'retry', l: id.session, t: Long.fromBigInt(id.number), p: reply };
  }

  keep(id: RetryId, reply: Document): void {
    const known = this.#kept.get(id.session);
    if (known && known.number > id.number) return;
    this.#kept.set(id.session, { number: id.number, reply, at: Date.now() });
  }

  /** The session's latest number and its reply. */
  last(session: string): { number: bigint; reply: Document } | undefined {
    return this.#kept.get(session);
  }

  /** Drops records older than the session timeout. */
  expire(now: number): void {
    for (const [session, { at }] of this.#kept)
      if (now - at > sessionTimeoutMs) this.#kept.delete(session);
  }

  records(): JournalRecord[] {
    return [...this.#kept].map(([session, { number, reply }]) =>
      this.record({ session, number }, reply),
    );
  }
}
