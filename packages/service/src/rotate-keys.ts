/** The installation's secret is changed while a service runs: new keys, then what rests here is sealed anew. */

import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { encryptedEventFields } from '@nameloan/contracts/events.ts';
import type { Bus } from './bus/bus.ts';
import { Keyring } from './keyring.ts';
import type { ServiceContext } from './service-context.ts';
import { SettingsError } from './settings.ts';
import type { EncryptedField } from './store/encrypted-fields.ts';
import { EncryptedFields } from './store/encrypted-fields.ts';
import type { EventHandlers } from './subscribe-events.ts';

const patienceMs = 5000;

/** What of a service is sealed. */
export interface EncryptedService {
  context: ServiceContext;
  encryptedFields?: EncryptedField[];
  /** Facts that it reads. */
  events?: EventHandlers;
}

export interface Keys {
  current: string;
  /** Absent: the former secret is given up. */
  also?: string | undefined;
}

/**
 * Resolves to how many texts were sealed anew; repeat it until it is none. Without `keys` those at hand stay.
 * Throws CONFLICT for keys that leave something here unreadable, and nothing has changed; UNAVAILABLE while facts
 * are under way that the former secret may have sealed, and both secrets are understood.
 */
export async function rotateKeys(
  service: EncryptedService,
  bus: Bus,
  keys: Keys | undefined,
): Promise<number> {
  const { context, encryptedFields } = service;
  const atRest = new EncryptedFields(context.store.connection, encryptedFields);
  if (keys) {
    await atRest.check(new Keyring(keys.current, keys.also)).catch((error) => {
      throw error instanceof SettingsError
        ? new DomainError('CONFLICT', error.message, { reason: 'SECRET_MISMATCH' })
        : error;
    });
    context.keyring.replace(keys.current, keys.also);
  }
  // What has sealed with the former secret and is not committed yet is in nobody's sight.
  await context.store.openCommitsSettled();
  await quiet(service, bus, atRest);
  const count = await atRest.reencryptAndForget(context.keyring);
  if (count > 0) context.log.info({ count }, 'sealed anew with the present secret');
  return count;
}

/** Facts under way may carry what the former secret sealed: they are waited for. */
async function quiet(
  { context, events = {} }: EncryptedService,
  bus: Bus,
  atRest: EncryptedFields,
): Promise<void> {
  const giveUpAt = Date.now() + patienceMs;
  const reads = Object.keys(events).some((subject) => Object.hasOwn(encryptedEventFields, subject));
  while ((await context.store.outbox.settle()) || !(await bus.caughtUp(context.name))) {
    if (Date.now() < giveUpAt) await pause(20);
    else if ((await atRest.waits()) || (reads && !(await bus.caughtUp(context.name)))) {
      const sentence = `Facts of ${context.name} that may carry sealed texts are still under way.`;
      throw new DomainError('UNAVAILABLE', `${sentence} Both secrets stay; run it again.`);
    } else return;
  }
}
