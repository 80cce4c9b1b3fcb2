/** State of one alert key: the newest event versions that settled or reopened it. */

import type { Event } from '@nameloan/contracts/events';

/** The aggregate of an event and its version. */
export type EventVersion = Pick<Event, 'aggregateId' | 'aggregateVersion'>;

export interface AlertKey {
  /** The key (templates/alert-keys.ts). */
  id: string;
  version: number;
  /** The aggregate whose events settle it; null before the first. */
  aggregateId: string | null;
  /** The aggregate's version when the key was last settled and last opened; 0 means never. */
  settledVersion: number;
  openedVersion: number;
}

/**
 * Whether an alert from this event is settled. Events of one aggregate are ordered by version; an alert from another
 * aggregate stays open as long as the key does.
 */
export function isSettled(
  alertKey: AlertKey,
  { aggregateId, aggregateVersion }: EventVersion,
): boolean {
  const { settledVersion, openedVersion } = alertKey;
  const alertVersion = aggregateId === alertKey.aggregateId ? aggregateVersion : 0;
  return settledVersion > Math.max(openedVersion, alertVersion);
}

/** Applies an event that settles or opens the key; an older event changes nothing. */
export function applyEvent(
  alertKey: AlertKey,
  { aggregateId, aggregateVersion }: EventVersion,
  key: 'settledVersion' | 'openedVersion',
): AlertKey {
  return { ...alertKey, aggregateId, [key]: Math.max(alertKey[key], aggregateVersion) };
}
