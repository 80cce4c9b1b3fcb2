/** Where an account was signed in before: wrong logins from elsewhere lock nobody out of there; pure. */

import { createHash } from 'node:crypto';
import { clientNetwork } from '@nameloan/service/client-network.ts';

export interface KnownDevice {
  /** As `clientNetwork` writes it. */
  network: string;
  /** Digest of the browser line. */
  browser: string;
  /** Wall time, to about a day. */
  usedAt: Date;
}

export type Device = Pick<KnownDevice, 'network' | 'browser'>;

export const maxDevices = 50;
const dayMs = 86_400_000;
/** Longer than a year, for who comes once in it. */
const deviceLifeMs = 400 * dayMs;

export function identifyDevice(seen: { ip: string; userAgent: string }): Device {
  const browser = createHash('sha256').update(seen.userAgent).digest('base64url').slice(0, 22);
  return { network: clientNetwork(seen.ip), browser };
}

/**
 * `places` with this one as used now: at most fifty, those used last. The same array where it was noted within
 * a day, so that nothing is written for it.
 */
export function addDevice(
  places: readonly KnownDevice[],
  place: Device,
  wall: Date,
): readonly KnownDevice[] {
  const known = places.find((one) => isSameDevice(one, place));
  if (known && wall.getTime() - known.usedAt.getTime() < dayMs) return places;
  const others = places.filter((one) => one !== known && isRemembered(one, wall));
  others.sort((a, b) => b.usedAt.getTime() - a.usedAt.getTime());
  return [{ ...place, usedAt: wall }, ...others.slice(0, maxDevices - 1)];
}

export type DeviceRecognition = 'BROWSER' | 'NETWORK' | 'STRANGE';

/** Known by browser and network, by the network alone, or not at all. */
export function recognizeDevice(
  places: readonly KnownDevice[],
  place: Device,
  wall: Date,
): DeviceRecognition {
  const here = places.filter((one) => one.network === place.network && isRemembered(one, wall));
  if (here.some((one) => isSameDevice(one, place))) return 'BROWSER';
  return here.length > 0 ? 'NETWORK' : 'STRANGE';
}

function isSameDevice(one: Device, other: Device): boolean {
  return one.network === other.network && one.browser === other.browser;
}

function isRemembered(one: KnownDevice, wall: Date): boolean {
  return wall.getTime() - one.usedAt.getTime() < deviceLifeMs;
}
