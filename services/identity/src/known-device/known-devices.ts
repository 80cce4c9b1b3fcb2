/** Known devices of an account (network and browser), which have their own login limits, and comparison of clients. Pure. */

import { createHash } from 'node:crypto';
import { clientNetwork } from '@nameloan/security/client-network';
import type { Client } from './client.ts';

export interface KnownDevice {
  /** As formatted by `clientNetwork`. */
  network: string;
  /** Digest of the user agent. */
  browser: string;
  /** Wall time, accurate to a day. */
  usedAt: Date;
}

export type Device = Pick<KnownDevice, 'network' | 'browser'>;

export const maxDevices = 50;
const dayMs = 86_400_000;
/** More than a year, for users who log in once a year. */
const deviceLifeMs = 400 * dayMs;

export function identifyDevice(client: Client): Device {
  const browser = createHash('sha256').update(client.userAgent).digest('base64url').slice(0, 22);
  return { network: clientNetwork(client.ip), browser };
}

/**
 * Adds the device as used now; keeps the fifty most recently used. Returns the same array if the device was recorded
 * within a day, so that nothing is written.
 */
export function addDevice(
  devices: readonly KnownDevice[],
  device: Device,
  wall: Date,
): readonly KnownDevice[] {
  const known = devices.find((one) => isSameDevice(one, device));
  if (known && wall.getTime() - known.usedAt.getTime() < dayMs) return devices;
  const others = devices.filter((one) => one !== known && isRemembered(one, wall));
  others.sort((a, b) => b.usedAt.getTime() - a.usedAt.getTime());
  return [{ ...device, usedAt: wall }, ...others.slice(0, maxDevices - 1)];
}

export type DeviceRecognition = 'BROWSER' | 'NETWORK' | 'UNKNOWN';

/** Recognised by browser and network, by network only, or not at all. */
export function recognizeDevice(
  devices: readonly KnownDevice[],
  device: Device,
  wall: Date,
): DeviceRecognition {
  const sameNetwork = devices.filter(
    (one) => one.network === device.network && isRemembered(one, wall),
  );
  if (sameNetwork.some((one) => isSameDevice(one, device))) return 'BROWSER';
  return sameNetwork.length > 0 ? 'NETWORK' : 'UNKNOWN';
}

/**
 * Whether both the network and the browser of a login are unknown. An account without devices has had no login. An
 * absent user agent identifies no browser.
 */
export function isNewDevice(devices: readonly KnownDevice[], client: Client, wall: Date): boolean {
  const { network, browser } = identifyDevice(client);
  const remembered = devices.filter((one) => isRemembered(one, wall));
  const isKnown = (one: KnownDevice) =>
    one.network === network || (client.userAgent !== '' && one.browser === browser);
  return remembered.length > 0 && !remembered.some(isKnown);
}

/** Whether two clients share the network or the browser. An absent user agent identifies no browser. */
export function isSameNetworkOrBrowser(one: Client, other: Client): boolean {
  if (one.userAgent !== '' && one.userAgent === other.userAgent) return true;
  return clientNetwork(one.ip) === clientNetwork(other.ip);
}

export function isSameDevice(one: Device, other: Device): boolean {
  return one.network === other.network && one.browser === other.browser;
}

function isRemembered(one: KnownDevice, wall: Date): boolean {
  return wall.getTime() - one.usedAt.getTime() < deviceLifeMs;
}
