/** Encrypted fields in a service's database: checks that the keys match, and re-encrypts after a rotation. */

import type { Subject } from '@nameloan/contracts/events';
import { encryptedEventFields } from '@nameloan/contracts/events';
import { rowsOf } from '@nameloan/persistence/open-rows';
import { SettingsError } from '@nameloan/runtime/settings';
import { decrypt, encrypt, encryptionKeyIdOf } from '@nameloan/security/encryption';
import type { Keyring } from '@nameloan/security/keyring';
import { keyIdOf } from '@nameloan/security/keyring';
import type { Connection } from 'mongoose';

/** A field that holds encrypted strings. */
export interface EncryptedField {
  collection: string;
  where?: Record<string, unknown>;
  /** Dotted path within the record. */
  path: string;
  /** Purpose of the encryption, which may depend on the record's id. */
  purpose: string | ((id: string) => string);
}

interface Row {
  _id: string;
  [key: string]: unknown;
}

/** Ids of all keys that values in this database may be encrypted with. */
interface KeyRow {
  _id: string;
  keyIds: string[];
}

const onlyId = 'installation';

export class EncryptedFields {
  readonly #connection: Connection;
  readonly #fields: readonly EncryptedField[];

  /** `fields`: those of the service's entities; events in outbox, deferred events and dead letters are added here. */
  constructor(connection: Connection, fields: readonly EncryptedField[] = []) {
    this.#connection = connection;
    const eventFields = Object.entries(encryptedEventFields).map(([subject, field]) => ({
      collection: 'outbox',
      where: { subject },
      path: `data.${field}`,
      purpose: subject,
    }));
    this.#fields = [...fields, ...eventFields];
  }

  /**
   * Throws SettingsError if something is encrypted with a key that is not on the keyring. Otherwise registers the
   * current key before its first use, so that a later start with another key is detected.
   */
  async check(keys: Keyring): Promise<void> {
    for (;;) {
      const row = await this.#keyRows.findOne({ _id: onlyId });
      const known = row?.keyIds ?? (await this.#findUsedKeys(keys));
      const missing = known.filter((id) => !keys.all.some((secret) => keyIdOf(secret) === id));
      if (missing.length > 0) throw this.#mismatchError(missing[0] ?? '');
      const keyIds = [...new Set([...known, keyIdOf(keys.current)])];
      if (row && keyIds.length === row.keyIds.length) return;
      if (await this.#registerKeys(row, keyIds)) return;
    }
  }

  /** Re-encrypts all values of other keys with the current one; resolves to their number. */
  async reencrypt(keys: Keyring): Promise<number> {
    let count = await this.#reencryptEvents('dead_letters', keys);
    count += await this.#reencryptEvents('deferred_events', keys);
    for (const field of this.#fields) count += await this.#reencryptField(field, keys);
    return count;
  }

  /**
   * Like `reencrypt`, for when no process uses another key any more: once a full pass finds nothing, only the current
   * key stays registered. Repeat it after a crash.
   */
  async reencryptAndForget(keys: Keyring): Promise<number> {
    const row = await this.#keyRows.findOne({ _id: onlyId });
    const count = await this.reencrypt(keys);
    if (count === 0) await this.#registerKeys(row, [keyIdOf(keys.current)]);
    return count;
  }

  get #keyRows() {
    return rowsOf<KeyRow>(this.#connection, 'encryption_keys');
  }

  /** False if a concurrent start changed the row: the caller reads it again. */
  async #registerKeys(before: KeyRow | null, keyIds: string[]): Promise<boolean> {
    try {
      if (!before) await this.#keyRows.insertOne({ _id: onlyId, keyIds });
      else {
        const same = { _id: onlyId, keyIds: before.keyIds };
        return (await this.#keyRows.updateOne(same, { $set: { keyIds } })).matchedCount > 0;
      }
      return true;
    } catch (error) {
      if ((error as { code?: unknown }).code === 11_000) return false;
      throw error;
    }
  }

  /** For a database that is older than registered keys: tries one text of each field. */
  async #findUsedKeys(keys: Keyring): Promise<string[]> {
    const found = new Set<string>();
    for (const field of this.#fields) {
      const row = await this.#rows(field).findOne(filterOf(field));
      const encrypted = row && textAt(row, field.path);
      if (!row || !encrypted) continue;
      const secret = keys.all.find((secret) =>
        canDecrypt(encrypted, purposeOf(field, row), secret),
      );
      if (secret === undefined) throw this.#mismatchError(encryptionKeyIdOf(encrypted));
      found.add(keyIdOf(secret));
    }
    return [...found];
  }

  #mismatchError(keyId: string | undefined): SettingsError {
    const which = keyId === undefined ? '' : ` (key ${keyId})`;
    return new SettingsError([
      `INTERNAL_SECRET, which npm start keeps in secrets.json of DATA_DIR, is not the secret that the database ${this.#connection.name} at MONGODB_URL was encrypted with${which}.`,
    ]);
  }

  #rows(field: EncryptedField) {
    return rowsOf<Row>(this.#connection, field.collection);
  }

  /** Whether an event with an encrypted text waits in the outbox. */
  async waits(): Promise<boolean> {
    const subject = { $in: Object.keys(encryptedEventFields) };
    return (await rowsOf(this.#connection, 'outbox').findOne({ subject } as object)) !== null;
  }

  async #reencryptField(field: EncryptedField, keys: Keyring): Promise<number> {
    const { path } = field;
    const rows = this.#rows(field);
    let count = 0;
    for await (const row of rows.find(filterOf(field), { projection: { [path]: 1 } })) {
      const old = textAt(row, path);
      if (old === undefined || encryptionKeyIdOf(old) === keyIdOf(keys.current)) continue;
      const purpose = purposeOf(field, row);
      const text = encrypt(decrypt(old, purpose, keys), purpose, keys.current);
      // Only if it is unchanged; the next pass sees a concurrent write.
      await rows.updateOne({ _id: row._id, [path]: old }, { $set: { [path]: text } });
      count++;
    }
    return count;
  }

  /** Events that are stored as received. */
  async #reencryptEvents(
    collection: 'dead_letters' | 'deferred_events',
    keys: Keyring,
  ): Promise<number> {
    const kept = rowsOf<{ _id: string; raw: string }>(this.#connection, collection);
    let count = 0;
    for await (const { _id, raw } of kept.find({})) {
      const updated = reencryptEvent(raw, keys);
      if (updated === undefined) continue;
      await kept.updateOne({ _id, raw }, { $set: { raw: updated } });
      count++;
    }
    return count;
  }
}

/** The event as JSON with its secret re-encrypted; undefined if there is nothing to do. */
function reencryptEvent(raw: string, keys: Keyring): string | undefined {
  let event: { subject?: unknown; data?: Record<string, unknown> };
  try {
    event = JSON.parse(raw);
  } catch {
    return undefined;
  }
  const subject = String(event?.subject);
  const field =
    Object.hasOwn(encryptedEventFields, subject) && encryptedEventFields[subject as Subject];
  const old = field && event.data?.[field];
  if (!field || typeof old !== 'string' || encryptionKeyIdOf(old) === keyIdOf(keys.current))
    return undefined;
  const text = encrypt(decrypt(old, subject, keys), subject, keys.current);
  return JSON.stringify({ ...event, data: { ...event.data, [field]: text } });
}

const filterOf = ({ where, path }: EncryptedField) => ({ ...where, [path]: { $type: 'string' } });

const purposeOf = ({ purpose }: EncryptedField, { _id }: Row): string =>
  typeof purpose === 'string' ? purpose : purpose(_id);

function textAt(row: Row, path: string): string | undefined {
  let value: unknown = row;
  for (const key of path.split('.')) value = (value as Record<string, unknown> | null)?.[key];
  return typeof value === 'string' ? value : undefined;
}

function canDecrypt(encrypted: string, purpose: string, secret: string): boolean {
  try {
    decrypt(encrypted, purpose, secret);
    return true;
  } catch {
    return false;
  }
}
