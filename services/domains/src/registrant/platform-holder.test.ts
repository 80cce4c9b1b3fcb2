/** Guards a connection whose holder is the platform, at the gateway of a reseller, which chooses the ids of contacts. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox } from '@nameloan/sandbox/server';
import { until } from '@nameloan/testkit/until';
import { someAddress } from '../testing/fake-identity.ts';
import { reserveFor } from '../testing/loans.ts';
import { connectionRow, registrarFile } from '../testing/registrar-settings.ts';
import { addDomainInCustody, freshName, startDomains } from '../testing/start-domains.ts';
import { registryContacts } from './contact.model.ts';

const platformContact = {
  name: 'Nameloan Operations',
  organization: 'Nameloan',
  street: ['1 Harbor Street'],
  city: 'Lisbon',
  country: 'PT',
  voice: '+351.210000000',
  email: 'registrant@nameloan.example',
};

test('the platform is the registrant from the reservation on, then the lender or the borrower again', async (t) => {
  const sandbox = await startSandbox();
  const { path, write } = registrarFile();
  const { port, password } = sandbox.reseller;
  const row = connectionRow('reseller', sandbox.reseller, {
    ...{ port, suffixes: '*', profile: 'centralnic' },
  });
  write([{ ...row, holder: 'platform', platformContact }]);
  const environment = { REGISTRARS_FILE: path, RESELLER_PASSWORD: password };
  const s = await startDomains({ sandbox, profile: 'centralnic', environment });
  t.after(() => s.stop());
  for (const account of ['ann', 'len']) s.identity.addresses.set(account, someAddress);
  const expectRegistrant = (name: string, email: string) =>
    until(async () => {
      await s.settle();
      const { registrant } = await s.control('GET', `/registry/domains/${name}`);
      return (registrant as { email: string } | null)?.email === email;
    }, 20_000);

  const [seized, returned] = [freshName(), freshName()];
  for (const name of [seized, returned]) {
    const id = await addDomainInCustody(s, 'ann', name);
    await expectRegistrant(name, 'ann@example.org');
    const loan = await reserveFor(s, id, 'len');
    const event = s.eventsOf('domains.domain.reserved', id).at(-1);
    assert.ok(event && 'holder' in event.data);
    assert.equal(event.data.holder, 'PLATFORM');
    await s.deliver('lending.escrow.collateral-held', loan);
    await expectRegistrant(name, platformContact.email);
    if (name === returned) {
      await s.deliver('lending.escrow.collateral-released', loan);
      await expectRegistrant(name, 'ann@example.org');
    } else {
      await s.deliver('lending.escrow.collateral-seized', { ...loan, toAccountId: 'len' });
      await expectRegistrant(name, 'len@example.org');
    }
  }
  // One contact for both names, with the id that the gateway chose.
  const contact = await registryContacts.get('reseller/ann');
  assert.match(contact.contactId, /^P-NLS/);
});
