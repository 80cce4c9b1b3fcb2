/** A job as it rests in the database. */

export interface JobRow {
  _id: string;
  kind: string;
  key: string;
  data: Record<string, unknown>;
  runAt: Date;
  attempts: number;
  /** Changes whenever the job is scheduled anew. */
  token: string;
  /** The database's time until which a worker holds it. */
  leasedUntil: Date;
  /** Changes with every claim: a worker that slept through its lease can no longer touch the row. */
  lease?: string;
  lastError: string | null;
  /** Span in which it was scheduled. */
  traceparent?: string | null;
}

/** End of the lease of a row that nobody holds. */
export const noLease = new Date(0);
