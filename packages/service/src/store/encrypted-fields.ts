/** What rests sealed in a service's database: whether the keys at hand open it, and sealing it anew after a change. */

import type { Subject } from '@nameloan/contracts/events.ts';
import { encryptedEventFields } from '@nameloan/contracts/events.ts';
import type { Connection } from 'mongoose';
import { decrypt, encrypt, encryptionKeyIdOf } from '../encryption.ts';
import type { Keyring } from '../keyring.ts';
import { keyIdOf } from '../keyring.ts';
import { SettingsError } from '../settings.ts';
import { rowsOf } from './open-rows.ts';

/** A field that holds sealed texts. */
export interface EncryptedField {
  collection: string;
  where?: Record<string, unknown>;
  /** Path from the record, with dots. */
  path: string;
  /** What it is sealed for; of the record's id where every record has its own. */
  purpose: string | ((id: string) => string);
}

interface Row {
  _id: string;
  [key: string]: unknown;
}

/** Ids of all keys that anything in this database may be sealed with. */
interface KeyRow {
  _id: string;
  keyIds: string[];
}

const onlyId = 'installation';

export class EncryptedFields {
  readonly #connection: Connection;
  readonly #fields: readonly EncryptedField[];

  /** `fields`: the service's own; facts in the outbox, parked ones and dead letters are known here. */
  constructor(connection: Connection, fields: readonly EncryptedField[] = []) {
    this.#connection = connection;
    const facts = Object.entries(encryptedEventFields).map(([subject, field]) => ({
      collection: 'outbox',
      where: { subject },
      path: `data.${field}`,
      purpose: subject,
    }));
    this.#fields = [...fields, ...facts];
  }

  /**
   * Throws SettingsError, one sentence, when something here is sealed with a key that is not on the ring.
   * Else the current key is noted before it seals anything, so that a later start with another is found out.
   */
  async check(keys: Keyring): Promise<void> {
    for (;;) {
      const row = await this.#notes.findOne({ _id: onlyId });
      const known = row?.keyIds ?? (await this.#unnoted(keys));
      const missing = known.filter((id) => !keys.all.some((secret) => keyIdOf(secret) === id));
      if (missing.length > 0) throw this.#refusal(missing[0] ?? '');
      const keyIds = [...new Set([...known, keyIdOf(keys.current)])];
      if (row && keyIds.length === row.keyIds.length) return;
      if (await this.#note(row, keyIds)) return;
    }
  }

  /** Seals anew whatever is not sealed with the current key; resolves to how many texts. */
  async reencrypt(keys: Keyring): Promise<number> {
    let count = await this.#resealFacts('dead_letters', keys);
    count += await this.#resealFacts('deferred_events', keys);
    for (const field of this.#fields) count += await this.#resealField(field, keys);
    return count;
  }

  /**
   * The same where nobody seals with another key any more: once a whole round finds none, only the current key
   * is noted. A crash leaves both keys noted: repeat it.
   */
  async reencryptAndForget(keys: Keyring): Promise<number> {
    const row = await this.#notes.findOne({ _id: onlyId });
    const count = await this.reencrypt(keys);
    if (count === 0) await this.#note(row, [keyIdOf(keys.current)]);
    return count;
  }

  get #notes() {
    return rowsOf<KeyRow>(this.#connection, 'encryption_keys');
  }

  /** Two that start at once: one writes, the other looks again. */
  async #note(before: KeyRow | null, keyIds: string[]): Promise<boolean> {
    try {
      if (!before) await this.#notes.insertOne({ _id: onlyId, keyIds });
      else {
        const same = { _id: onlyId, keyIds: before.keyIds };
        return (await this.#notes.updateOne(same, { $set: { keyIds } })).matchedCount > 0;
      }
      return true;
    } catch (error) {
      if ((error as { code?: unknown }).code === 11_000) return false;
      throw error;
    }
  }

  /** A database from before keys were noted: one text of each kind is tried. */
  async #unnoted(keys: Keyring): Promise<string[]> {
    const found = new Set<string>();
    for (const field of this.#fields) {
      const row = await this.#rows(field).findOne(wanted(field));
      const sealed = row && textAt(row, field.path);
      if (!row || !sealed) continue;
      const opens = keys.all.find((secret) => isOpened(sealed, purposeOf(field, row), secret));
      if (opens === undefined) throw this.#refusal(encryptionKeyIdOf(sealed));
      found.add(keyIdOf(opens));
    }
    return [...found];
  }

  #refusal(keyId: string | undefined): SettingsError {
    const which = keyId === undefined ? '' : ` (key ${keyId})`;
    return new SettingsError([
      `INTERNAL_SECRET, which npm start keeps in secrets.json of DATA_DIR, is not the secret that the database ${this.#connection.name} at MONGODB_URL was sealed with${which}.`,
    ]);
  }

  #rows(field: EncryptedField) {
    return rowsOf<Row>(this.#connection, field.collection);
  }

  /** Whether a fact with a sealed text waits for the bus. */
  async waits(): Promise<boolean> {
    const subject = { $in: Object.keys(encryptedEventFields) };
    return (await rowsOf(this.#connection, 'outbox').findOne({ subject } as object)) !== null;
  }

  async #resealField(field: EncryptedField, keys: Keyring): Promise<number> {
    const { path } = field;
    const rows = this.#rows(field);
    let count = 0;
    for await (const row of rows.find(wanted(field), { projection: { [path]: 1 } })) {
      const old = textAt(row, path);
      if (old === undefined || encryptionKeyIdOf(old) === keyIdOf(keys.current)) continue;
      const purpose = purposeOf(field, row);
      const text = encrypt(decrypt(old, purpose, keys), purpose, keys.current);
      // Only if nobody has changed it meanwhile; the next round sees what they wrote.
      await rows.updateOne({ _id: row._id, [path]: old }, { $set: { [path]: text } });
      count++;
    }
    return count;
  }

  /** What is kept as it came. */
  async #resealFacts(collection: 'dead_letters' | 'deferred_events', keys: Keyring): Promise<number> {
    const kept = rowsOf<{ _id: string; raw: string }>(this.#connection, collection);
    let count = 0;
    for await (const { _id, raw } of kept.find({})) {
      const again = reencryptEvent(raw, keys);
      if (again === undefined) continue;
      await kept.updateOne({ _id, raw }, { $set: { raw: again } });
      count++;
    }
    return count;
  }
}

/** The event as JSON with its secret sealed anew; undefined where there is nothing to do. */
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

const wanted = ({ where, path }: EncryptedField) => ({ ...where, [path]: { $type: 'string' } });

const purposeOf = ({ purpose }: EncryptedField, { _id }: Row): string =>
  typeof purpose === 'string' ? purpose : purpose(_id);

function textAt(row: Row, path: string): string | undefined {
  let value: unknown = row;
  for (const part of path.split('.')) value = (value as Record<string, unknown> | null)?.[part];
  return typeof value === 'string' ? value : undefined;
}

function isOpened(sealed: string, purpose: string, secret: string): boolean {
  try {
    decrypt(sealed, purpose, secret);
    return true;
  } catch {
    return false;
  }
}
