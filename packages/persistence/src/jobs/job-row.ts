/** A job as stored in the database. */

export interface JobRow {
  _id: string;
  kind: string;
  key: string;
  data: Record<string, unknown>;
  runAt: Date;
  attempts: number;
  /** Changes whenever the job is rescheduled. */
  token: string;
  /** The database's time at which the lease ends. */
  leasedUntil: Date;
  /** Changes with every claim, so that a worker whose lease has expired can no longer write the row. */
  lease?: string;
  lastError: string | null;
  /** Span that scheduled the job. */
  traceparent?: string | null;
  /** The lane that it waited in last, in groups with lanes. Rows of earlier versions have none. */
  lane?: string | null;
}

/** `leasedUntil` of a row without a lease. */
export const noLease = new Date(0);

/** Restricts a query to jobs that wait in none of these lanes. */
export const outsideLanes = (lanes: readonly string[]) =>
  lanes.length > 0 ? { lane: { $nin: [...lanes] } } : {};
