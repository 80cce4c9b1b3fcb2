/** Lets tests see who reads what was not asked for. Nobody watches else. */

/** A record as it is to be handed out: others may hold it too, or only these keys and the id were read of it. */
export type ReadWatcher = <R extends object>(record: R, keys?: readonly string[]) => R;

let watching: ReadWatcher | undefined;

export const watcher = (): ReadWatcher | undefined => watching;

export function watchReads(by: ReadWatcher | undefined): void {
  watching = by;
}
