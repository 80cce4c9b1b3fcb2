/** Lets tests see what the models send to the database, and who reads what was not asked for. Nobody watches else. */

import type { mongo } from 'mongoose';

export interface SentRead {
  collection: mongo.Collection<{ _id: string }>;
  query: object;
  sort?: object;
  limit?: number;
  skip?: number;
}

export interface ReadWatcher {
  asked?(read: SentRead): void;
  /** A record as it is to be handed out: others may hold it too, or only these keys and the id were read of it. */
  handed?<R extends object>(record: R, keys?: readonly string[]): R;
}

let watching: ReadWatcher | undefined;

export const watcher = (): ReadWatcher | undefined => watching;

export function watchReads(by: ReadWatcher | undefined): void {
  watching = by;
}
