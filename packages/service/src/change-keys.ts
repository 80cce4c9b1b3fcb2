/** The installation's secret is changed while a service runs: new keys, then what rests here is sealed anew. */

import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@nameloan/contracts/errors.ts';
import type { Bus } from './bus/bus.ts';
import { Keyring } from './keyring.ts';
import type { Kit } from './kit.ts';
import { SettingsError } from './settings.ts';
import type { SealedField } from './store/sealed-at-rest.ts';
import { SealedAtRest } from './store/sealed-at-rest.ts';

const patienceMs = 5000;

/** What of a service is sealed. */
export interface SealedService {
  kit: Kit;
  sealed?: SealedField[];
}

export interface Keys {
  current: string;
  /** Absent: the former secret is given up. */
  also?: string | undefined;
}

/**
 * Resolves to how many texts were sealed anew; repeat it until it is none. Without `keys` those at hand stay.
 * Throws CONFLICT for keys that leave something here unreadable; then nothing has changed.
 */
export async function changeKeys(
  service: SealedService,
  bus: Bus,
  keys: Keys | undefined,
): Promise<number> {
  const { kit, sealed } = service;
  if (keys) {
    const atRest = new SealedAtRest(kit.store.connection, sealed);
    await atRest.check(new Keyring(keys.current, keys.also)).catch((error) => {
      throw error instanceof SettingsError ? new DomainError('CONFLICT', error.message) : error;
    });
    kit.keyring.replace(keys.current, keys.also);
  }
  await quiet(service, bus);
  return resealRunning(service);
}

export async function resealRunning({ kit, sealed }: SealedService): Promise<number> {
  const count = await new SealedAtRest(kit.store.connection, sealed).reseal(kit.keyring);
  if (count > 0) kit.log.info({ count }, 'sealed anew with the present secret');
  return count;
}

/** Facts under way may carry what the former secret sealed: they are waited for, a while. */
async function quiet({ kit }: SealedService, bus: Bus): Promise<void> {
  const giveUpAt = Date.now() + patienceMs;
  while ((await kit.store.outbox.settle()) || !(await bus.caughtUp(kit.name))) {
    if (Date.now() > giveUpAt) return;
    await pause(20);
  }
}
