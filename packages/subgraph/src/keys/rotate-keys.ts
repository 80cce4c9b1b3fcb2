/** Rotates the installation's secret in a running service: switches keys, then re-encrypts the database. */

import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@nameloan/contracts/errors';
import { encryptedEventFields } from '@nameloan/contracts/events';
import type { Bus } from '@nameloan/messaging/bus';
import { SettingsError } from '@nameloan/runtime/settings';
import { Keyring } from '@nameloan/security/keyring';
import type { ServiceContext } from '../service-context.ts';
import type { EventHandlers } from '../subscribe-events.ts';
import type { EncryptedField } from './encrypted-fields.ts';
import { EncryptedFields } from './encrypted-fields.ts';

const patienceMs = 5000;

/** The parts of a service definition that concern encryption. */
export interface EncryptedService {
  context: ServiceContext;
  encryptedFields?: EncryptedField[];
  /** Events that it handles. */
  events?: EventHandlers;
}

export interface Keys {
  current: string;
  /** Absent: the former secret is dropped. */
  also?: string | undefined;
}

/**
 * Resolves to the number of re-encrypted values; repeat it until that is 0. Without `keys` the current ones stay.
 * Throws CONFLICT and changes nothing if the new keys cannot decrypt something. Throws UNAVAILABLE, with both secrets
 * accepted, while events are in flight that the former secret may have encrypted.
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
  // Open commits may still write values encrypted with the old secret.
  await context.store.openCommitsSettled();
  await quiet(service, bus, atRest);
  const count = await atRest.reencryptAndForget(context.keyring);
  if (count > 0) context.log.info({ count }, 're-encrypted with the current secret');
  return count;
}

/** Waits for events in flight, which may carry values encrypted with the old secret. */
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
      const sentence = `Events of ${context.name} that may carry encrypted texts are still in flight.`;
      throw new DomainError(
        'UNAVAILABLE',
        `${sentence} Both secrets remain accepted. Run it again.`,
      );
    } else return;
  }
}

/**
 * Re-encrypts at a start with two secrets. The former key stays registered because a replica may still use it. A text
 * that cannot be decrypted does not prevent the start: the rotation itself reports it.
 */
export async function reencryptAtStart({
  context: { store, log, keyring },
  encryptedFields,
}: EncryptedService): Promise<void> {
  if (!keyring.changing) return;
  try {
    await new EncryptedFields(store.connection, encryptedFields).reencrypt(keyring);
  } catch (error) {
    log.error({ err: error }, 're-encryption with the current secret failed');
  }
}
