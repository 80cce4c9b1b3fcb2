/** Makes a registry have a contact with an account's data. Idempotent; safe when several jobs do it at once. */

import { createHash } from 'node:crypto';
import { findConnection } from '../config.ts';
import { toBase32 } from '../dns/base32.ts';
import { domains } from '../domain/domain.model.ts';
import type { ContactData } from '../registrar/contact.ts';
import type { Registrar } from '../registrar/registrar.ts';
import { EppRejectedError } from '../registrar/registrar-errors.ts';
import { commit } from '../service-context.ts';
import { registryContacts } from './contact.model.ts';

/** With the prefix, the 16 characters of RFC 5730's clIDType. */
const idCharacters = 14;

/** Resolves to the contact's id at the registry. Throws the registrar's errors. */
export async function saveContact(
  registrar: Registrar,
  accountId: string,
  data: ContactData,
): Promise<string> {
  const id = `${registrar.id}/${accountId}`;
  const dataHash = createHash('sha256').update(JSON.stringify(data)).digest('hex');
  const known = await registryContacts.find(id);
  if (known?.dataHash === dataHash) return known.contactId;
  if (known && (await isFrozen(known.contactId))) return known.contactId;
  const contactId = known
    ? await updateOrCreate(registrar, known.contactId, data)
    : await createOrUpdate(registrar, contactIdOf(registrar.id, accountId), data);
  await commit(async (tx) => {
    const present = await registryContacts.find(id, tx);
    const row = { contactId, dataHash };
    if (present) await registryContacts.update(present, { ...present, ...row }, tx);
    else await registryContacts.add({ id, version: 1, ...row }, tx);
  });
  return contactId;
}

/** Whether a name on legal hold has this contact; the end of the hold schedules its registrant, and so the new data. */
async function isFrozen(contactId: string): Promise<boolean> {
  const filter = { 'legalHold.id': { $exists: true }, 'registrant.contactId': contactId };
  return (await domains.findOne({ ...filter, active: true })) !== undefined;
}

/**
 * The same after a crash, so that a repeated creation finds the contact. Of this connection and its account at the registry
 * only, because other installations and connections may have contacts of an account with this id.
 */
export function contactIdOf(connectionId: string, accountId: string): string {
  const connection = findConnection(connectionId);
  const client = connection && 'clientId' in connection ? connection.clientId : '';
  const digest = createHash('sha256').update(`${connectionId}/${client}/${accountId}`).digest();
  return `NL${toBase32(digest.subarray(0, 10)).slice(0, idCharacters).toUpperCase()}`;
}

/** An earlier run may have created it before a crash. */
async function createOrUpdate(
  { createContact, updateContact }: Registrar,
  id: string,
  data: ContactData,
): Promise<string> {
  if (!createContact || !updateContact) throw new Error('this registrar has no contacts');
  try {
    return await createContact(id, data);
  } catch (error) {
    if (!(error instanceof EppRejectedError) || error.code !== 'EXISTS') throw error;
    await updateContact(id, data);
    return id;
  }
}

/** Registries delete contacts that no domain has used for a while. */
async function updateOrCreate(
  registrar: Registrar,
  id: string,
  data: ContactData,
): Promise<string> {
  try {
    await registrar.updateContact?.(id, data);
    return id;
  } catch (error) {
    if (!(error instanceof EppRejectedError) || error.code !== 'UNKNOWN_NAME') throw error;
    return createOrUpdate(registrar, id, data);
  }
}
