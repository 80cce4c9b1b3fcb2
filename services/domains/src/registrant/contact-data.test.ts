/** Guards which of an account's legal data a registry gets. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { someAddress } from '../testing/fake-identity.ts';
import { toContactData } from './contact-data.ts';

const account = { name: 'Ann Borrower', email: 'ann@example.org' };

test('a contact has the address with its state as the registry writes it, and nothing that is empty', () => {
  const legalAddress = {
    ...someAddress,
    ...{ address2: 'Floor 2', zip: '', countryCode: 'US', subdivision: 'US-CA' },
  };
  assert.deepEqual(toContactData({ ...account, legalAddress }), {
    ...account,
    street: ['12 Rua das Flores', 'Floor 2'],
    city: 'Lisbon',
    state: 'CA',
    postalCode: undefined,
    country: 'US',
  });
  const data = toContactData({ ...account, legalAddress: someAddress });
  assert.deepEqual([data?.street, data?.state], [['12 Rua das Flores'], undefined]);
});

test('without an address, or with a country that cannot be read, there is no contact', () => {
  assert.equal(toContactData({ ...account, legalAddress: null }), null);
  const unreadable = { ...someAddress, country: 'Somewhere', countryCode: null };
  assert.equal(toContactData({ ...account, legalAddress: unreadable }), null);
});
