/** Where an account was signed in before: wrong logins from elsewhere lock nobody out of there; pure. */

import { createHash } from 'node:crypto';
import { clientNetwork } from '@nameloan/service/client-network.ts';

export interface KnownPlace {
  /** As `clientNetwork` writes it. */
  network: string;
  /** Digest of the browser line. */
  browser: string;
  /** Wall time, to about a day. */
  usedAt: Date;
}

export type Place = Pick<KnownPlace, 'network' | 'browser'>;

export const mostPlaces = 50;
const dayMs = 86_400_000;
/** Longer than a year, for who comes once in it. */
const keptMs = 400 * dayMs;

export function placeOf(seen: { ip: string; userAgent: string }): Place {
  const browser = createHash('sha256').update(seen.userAgent).digest('base64url').slice(0, 22);
  return { network: clientNetwork(seen.ip), browser };
}

/**
 * `places` with this one as used now: at most fifty, those used last. The same array where it was noted within
 * a day, so that nothing is written for it.
 */
export function withPlace(
  places: readonly KnownPlace[],
  place: Place,
  wall: Date,
): readonly KnownPlace[] {
  const known = places.find((one) => isSame(one, place));
  if (known && wall.getTime() - known.usedAt.getTime() < dayMs) return places;
  const others = places.filter((one) => one !== known && isKept(one, wall));
  others.sort((a, b) => b.usedAt.getTime() - a.usedAt.getTime());
  return [{ ...place, usedAt: wall }, ...others.slice(0, mostPlaces - 1)];
}

export type Acquaintance = 'BROWSER' | 'NETWORK' | 'STRANGE';

/** Known by browser and network, by the network alone, or not at all. */
export function acquaintance(
  places: readonly KnownPlace[],
  place: Place,
  wall: Date,
): Acquaintance {
  const here = places.filter((one) => one.network === place.network && isKept(one, wall));
  if (here.some((one) => isSame(one, place))) return 'BROWSER';
  return here.length > 0 ? 'NETWORK' : 'STRANGE';
}

function isSame(one: Place, other: Place): boolean {
  return one.network === other.network && one.browser === other.browser;
}

function isKept(one: KnownPlace, wall: Date): boolean {
  return wall.getTime() - one.usedAt.getTime() < keptMs;
}
