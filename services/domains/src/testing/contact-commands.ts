/** Commands of contacts and DS records for tests, with text in several scripts. */

import type { Command } from '../registrar/epp/commands.ts';
import { contactCreate, contactUpdate } from '../registrar/epp/contact-commands.ts';
import { domainUpdate } from '../registrar/epp/domain-commands.ts';

export const someDs = { keyTag: 7, algorithm: 13, digestType: 2, digest: 'AB'.repeat(32) };
export const contact = {
  name: 'Ann Borrower <&>',
  street: ['12 Harbour Lane'],
  city: 'Lisbon',
  postalCode: '1200-195',
  country: 'PT',
  email: 'ann@example.org',
};
export const foreignText = {
  name: 'José Ångström',
  organization: 'Łódź Ltd.',
  street: ['Rua 1', '2.º'],
};

export const contactAndDsCommands: readonly Command[] = [
  domainUpdate('example.com', { registrant: 'NLCONTACT1', authCode: 'fresh-Code-1' }),
  domainUpdate('example.com', { addDs: [someDs], removeDs: [{ ...someDs, keyTag: 8 }] }),
  domainUpdate('example.com', { removeDs: [someDs], addNameservers: ['ns1.example.net'] }),
  contactCreate('NLCONTACT1', contact),
  contactCreate('NLCONTACT1', { ...contact, ...foreignText }),
  contactUpdate('NLCONTACT1', {
    ...contact,
    name: '张伟',
    state: 'Lisboa',
    voice: '+351.210000000',
  }),
];
