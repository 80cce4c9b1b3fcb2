/** The contacts that were created at registries: one per account and registrar connection, without the personal data. */

import { defineModel } from '../service-context.ts';

interface RegistryContact {
  /** `CONNECTION/ACCOUNT`. */
  id: string;
  version: number;
  /** Its id at the registry. */
  contactId: string;
  /** SHA-256 (hex) of the data that it has there. */
  dataHash: string;
}

export const registryContacts = defineModel<RegistryContact>('registry_contacts', {
  label: 'contact',
  fields: { version: Number, contactId: String, dataHash: String },
});
