/** Runs one use case per row of a bulk call: a row that fails never fails the others. */

import { DomainError } from '@nameloan/contracts/errors';
import { assertValid } from '@nameloan/contracts/field-errors';
import { asUnavailable } from '@nameloan/persistence/database-unavailable';
import type { Log } from '@nameloan/runtime/log';

/** Below the time that the gateway waits for a service (`SUBGRAPH_TIMEOUT_MS`). */
export const bulkTimeMs = 12_000;
/** Rows of one bulk call. */
const maxRows = 500;

/** What went wrong with a row: a stable code and a sentence for the user. */
export interface RowError {
  code: string;
  message: string;
}

export type RowOutcome<Value> = { value: Value } | { error: RowError };

export interface RowsOptions {
  log: Log;
  /** Rows at a time; 1 where they write the same record, such as a quota. */
  concurrency: number;
  /** Rows that have not started by then get UNAVAILABLE; default `bulkTimeMs` after the start. Milliseconds of wall time. */
  deadlineMs?: number;
}

/** What a bulk call did with one id. */
export interface RowResult {
  id: string;
  error: RowError | null;
}

/** Throws INVALID_INPUT if the input field `name` has too many rows. */
export function assertRowCount(name: string, count: number): void {
  if (count > maxRows) assertValid({ [name]: `Send at most ${maxRows} at a time.` });
}

/** Outcomes in the order of the rows. Never rejects: an error that is not a DomainError is logged and shown as INTERNAL. */
export async function runRows<Row, Value>(
  rows: readonly Row[],
  work: (row: Row) => Promise<Value>,
  { log, concurrency, deadlineMs = performance.now() + bulkTimeMs }: RowsOptions,
): Promise<RowOutcome<Value>[]> {
  const outcomes: RowOutcome<Value>[] = [];
  const waiting = rows.entries();
  const runInTurn = async () => {
    for (const [index, row] of waiting) {
      outcomes[index] =
        performance.now() < deadlineMs ? await runRow(row, work, log) : { error: outOfTime };
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runInTurn));
  return outcomes;
}

const outOfTime: RowError = {
  code: 'UNAVAILABLE',
  message: 'We ran out of time for this one. Try again.',
};

async function runRow<Row, Value>(
  row: Row,
  work: (row: Row) => Promise<Value>,
  log: Log,
): Promise<RowOutcome<Value>> {
  try {
    return { value: await work(row) };
  } catch (thrown) {
    return { error: toRowError(thrown, log) };
  }
}

/** The error of a row, by the rules of the API's errors. */
export function toRowError(thrown: unknown, log: Log): RowError {
  const error = asUnavailable(thrown);
  if (error instanceof DomainError) return { code: error.code, message: error.message };
  log.error({ err: error }, 'row failed');
  return { code: 'INTERNAL', message: 'Something went wrong on our side. Try this one again.' };
}

export const toRowResults = (
  ids: readonly string[],
  outcomes: readonly RowOutcome<unknown>[],
): RowResult[] =>
  outcomes.map((outcome, index) => ({
    id: ids[index] ?? '',
    error: 'error' in outcome ? outcome.error : null,
  }));
