/** The registry's contact objects (RFC 5733), of which domains name one as their registrant. */

import type { Contact } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { RegistryError } from './registry-error.ts';

export type ContactInput = Pick<Contact, 'postalInfo' | 'voice' | 'email'>;

/** A contact of this registrar. Throws 2303 and 2201. */
export function getContact(context: SandboxContext, id: string): Contact {
  const contact = context.store.table('contacts').get(id);
  if (!contact) throw new RegistryError(2303, `The contact ${id} does not exist.`);
  if (contact.registrar !== context.registrar.id)
    throw new RegistryError(2201, 'Another registrar sponsors this contact.');
  return contact;
}

export function assertContact(context: SandboxContext, id: string): void {
  getContact(context, id);
}

/** A reseller's gateway chooses the id, and returns the contact that has the same data. */
export function createContact(context: SandboxContext, id: string, input: ContactInput): Contact {
  const contacts = context.store.table('contacts');
  const registrar = context.registrar.id;
  if (context.resellerGateway) {
    const same = [...contacts.values()].find(
      (one) => one.registrar === registrar && hasData(one, input),
    );
    if (same) return same;
  } else if (contacts.has(id)) throw new RegistryError(2302, `The contact ${id} exists.`);
  const number = context.store.nextNumber('contact');
  const contact: Contact = {
    ...input,
    id: context.resellerGateway ? `P-NLS${number}` : id,
    roid: `C${number}-NLSBX`,
    registrar,
    createdAt: context.clock.now().toISOString(),
    updatedAt: null,
  };
  context.store.commit(['contacts', contact.id, contact]);
  return contact;
}

function hasData({ postalInfo, voice, email }: Contact, input: ContactInput): boolean {
  const { postalInfo: otherInfo, voice: otherVoice, email: otherEmail } = input;
  return (
    JSON.stringify([postalInfo, voice, email]) ===
    JSON.stringify([otherInfo, otherVoice, otherEmail])
  );
}

export function updateContact(
  context: SandboxContext,
  id: string,
  change: Partial<ContactInput>,
): Contact {
  const updated = {
    ...getContact(context, id),
    ...change,
    updatedAt: context.clock.now().toISOString(),
  };
  context.store.commit(['contacts', id, updated]);
  return updated;
}
