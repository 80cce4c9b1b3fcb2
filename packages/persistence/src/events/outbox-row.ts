/** An event as stored in the outbox. */

import type { Event, Subject } from '@nameloan/contracts/events';

export interface OutboxRow {
  _id: string;
  subject: Subject;
  /** Version of the event's schema; absent in rows of releases that did not store it. */
  v?: number;
  aggregateId: string;
  aggregateVersion: number;
  /** Position within its commit. */
  order: number;
  at: Date;
  /** Span of the commit that emitted it. */
  traceparent?: string;
  data: unknown;
}

/** Rows of one aggregate by version, aggregates in the order of their first row. */
export function inCommitOrder(rows: readonly OutboxRow[]): OutboxRow[] {
  const groups = Map.groupBy(rows, (row) => row.aggregateId);
  return [...groups.values()].flatMap((group) =>
    group.sort((a, b) => a.aggregateVersion - b.aggregateVersion || a.order - b.order),
  );
}

/** The envelope that is published on the bus. */
export function asEvent(row: OutboxRow): Event {
  return {
    id: row._id,
    subject: row.subject,
    v: row.v ?? 1,
    aggregateId: row.aggregateId,
    aggregateVersion: row.aggregateVersion,
    at: row.at.toISOString(),
    ...(row.traceparent ? { traceparent: row.traceparent } : {}),
    data: row.data as never,
  };
}
