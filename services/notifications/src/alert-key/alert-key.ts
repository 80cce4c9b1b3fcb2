/** What is known of something that waits for a person: the newest facts that settled it or opened it anew. */

import type { Event } from '@nameloan/contracts/events.ts';

/** The fact that said something: its record and that record's version. */
export type EventVersion = Pick<Event, 'aggregateId' | 'aggregateVersion'>;

export interface AlertKey {
  /** Its name (wording/matters.ts). */
  id: string;
  version: number;
  /** The record whose facts settle it; null before the first. */
  aggregateId: string | null;
  /** That record's version when it was last settled, and last opened; 0: never. */
  settledVersion: number;
  openedVersion: number;
}

/**
 * Whether an alert of that fact has nothing to do any more. Facts of one record are in the order of its versions; an
 * alert of another record waits exactly while the matter does.
 */
export function isSettled(
  matter: AlertKey,
  { aggregateId, aggregateVersion }: EventVersion,
): boolean {
  const { settledVersion, openedVersion } = matter;
  const told = aggregateId === matter.aggregateId ? aggregateVersion : 0;
  return settledVersion > Math.max(openedVersion, told);
}

/** After a fact that settles or opens it; an older one changes nothing. */
export function applyEvent(
  matter: AlertKey,
  { aggregateId, aggregateVersion }: EventVersion,
  key: 'settledVersion' | 'openedVersion',
): AlertKey {
  return { ...matter, aggregateId, [key]: Math.max(matter[key], aggregateVersion) };
}
