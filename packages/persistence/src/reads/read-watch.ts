/** A hook for tests that detects reads of keys that were not projected. Unused in production. */

/** Wraps a record that is shared, or that has only these keys and the id. */
export type ReadWatcher = <R extends object>(record: R, keys?: readonly string[]) => R;

let watching: ReadWatcher | undefined;

export const watcher = (): ReadWatcher | undefined => watching;

export function watchReads(by: ReadWatcher | undefined): void {
  watching = by;
}
