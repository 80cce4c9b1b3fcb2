/** How the hourly budget of an account is divided into slices. Times are those of the database. */

export type RequestKind = 'ORDER' | 'QUERY';

export interface Slice {
  readonly id: string;
  /** The process that sends its requests. */
  readonly holder: string;
  /** Requests. */
  readonly size: number;
  /** Its last request may be sent until then. */
  readonly until: Date;
}

/** The requests that an account may send within an hour; queries leave a share of them to orders and changes. */
const hourlyLimits = { ORDER: 3000, QUERY: 2400 };
/** A process takes requests from a slice for so long, and sends the last of them within `maxDelayMs`. */
export const usableMs = 60_000;
const maxDelayMs = 15_000;
const hourMs = 3_600_000;
const maxSize = { ORDER: 10, QUERY: 50 };

/**
 * Adds a slice and drops those that count no more. Undefined: the budget is used up. An order gets a slice for requests
 * of both kinds while there is one.
 */
export function grantSlice(
  all: readonly Slice[],
  { kind, at, id, holder }: { kind: RequestKind; at: Date; id: string; holder: string },
): { slices: Slice[]; slice: Slice & { kind: RequestKind } } | undefined {
  const slices = all.filter(({ until }) => until.getTime() + hourMs > at.getTime());
  const used = slices.reduce((sum, { size }) => sum + size, 0);
  const use = used < hourlyLimits.QUERY ? 'QUERY' : kind;
  const size = Math.min(maxSize[use], hourlyLimits[use] - used);
  if (size <= 0) return undefined;
  const slice = { id, holder, size, until: new Date(at.getTime() + usableMs + maxDelayMs) };
  return { slices: [...slices, slice], slice: { ...slice, kind: use } };
}
