/** Transfers into and out of custody: price, progress and the actions available during a transfer. */

import assert from 'node:assert/strict';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { addProvenDomain, deposit } from '@nameloan/driver/steps';
import { setUpJourneys } from './environment.ts';
import { banner, button, dialog, more, row } from './my-domains.ts';

const { journey } = setUpJourneys({ movesClock: true });

journey(
  'a transfer in is paid from the balance, is updated live, and the domain is transferred out again',
  async ({ environment, openFor }) => {
    const { sandbox } = environment;
    const person = await environment.newPerson('Tess Transfer');
    const name = environment.newDomainName();
    const domain = await addProvenDomain(person, sandbox, name);
    const { authCode } = await sandbox.readRegistration(name);
    const { page } = await openFor(person);
    await page.goto('/app/my-domains');

    await more(page, name, 'Transfer In');
    const transfer = dialog(page, 'Transfer In');
    await transfer.getByText('emailed within 24 hours').waitFor();
    await transfer.getByText('minutes to weeks').waitFor();
    // The balance is too low: the dialog shows the missing amount and a link to add it.
    await transfer.getByText('You need $12.00 more.').waitFor();
    const go = transfer.getByRole('button', { name: 'Transfer In' });
    assert.equal(await go.isDisabled(), true);
    assert.equal(
      await transfer.getByRole('link', { name: 'Add Balance' }).getAttribute('href'),
      '/app/add-balance',
    );
    await deposit(person, sandbox, 100);
    await transfer.getByText('$100.00').waitFor();
    await transfer.getByText('You need').waitFor({ state: 'hidden' });

    await transfer.getByLabel('EPP transfer code').fill('wrong');
    await go.click();
    await transfer.getByText('The transfer code is wrong.').waitFor();
    await transfer.getByLabel('EPP transfer code').fill(authCode);
    await go.click();
    await banner(page, 'Transfer initiated').waitFor();
    await row(page, name).getByText('Pending').waitFor();

    await more(page, name, 'Cancel Transfer');
    await dialog(page, 'Cancel this transfer?')
      .getByRole('button', { name: 'Cancel Transfer' })
      .click();
    await banner(page, 'Transfer cancelled').waitFor();
    await row(page, name).getByText('Pending').waitFor({ state: 'hidden' });

    await more(page, name, 'Transfer In');
    await transfer.getByLabel('EPP transfer code').fill(authCode);
    await go.click();
    await banner(page, 'Transfer initiated').waitFor();
    await sandbox.approveTransfer(name);
    // The page updated without input.
    await row(page, name).getByText('Pending').waitFor({ state: 'hidden' });
    await button(page, `More actions for ${name}`).click();
    await page.getByText('This domain can be transferred out from').waitFor();
    await page.keyboard.press('Escape');

    await more(page, name, 'Change nameservers');
    const servers = dialog(page, 'Change Nameservers');
    await servers.getByLabel('Nameserver 1').fill('ns1.example.net');
    await servers.getByLabel('Nameserver 2').fill('ns1.example.net');
    await servers.getByRole('button', { name: 'Change Nameservers' }).click();
    await servers.getByText('List each nameserver only once.').waitFor();
    await servers.getByLabel('Nameserver 2').fill('ns2.example.net');
    await servers.getByRole('button', { name: 'Change Nameservers' }).click();
    await banner(page, 'Nameservers changed successfully').waitFor();
    const { nameservers } = await sandbox.readRegistration(name);
    assert.deepEqual(nameservers, ['ns1.example.net', 'ns2.example.net']);

    // A signed zone: new records, then nameservers without its keys, then without DS records.
    await more(page, name, 'Change nameservers');
    const ds = servers.getByLabel('DS records for DNSSEC');
    const records = async () => (await sandbox.readRegistration(name)).ds;
    await ds.fill(`2371 13 2 ${'AB'.repeat(20)}`);
    await servers.getByRole('button', { name: 'Change Nameservers' }).click();
    await servers.getByText('A digest of type 2 has 64 hexadecimal digits, not 40.').waitFor();
    await ds.fill(`2371 13 2 ${'AB'.repeat(32)}`);
    await servers.getByRole('button', { name: 'Change Nameservers' }).click();
    await servers.waitFor({ state: 'hidden' });
    assert.equal((await records()).length, 1);
    await page.goto(`/app/my-domains/edit-ns?domain=${domain.id}`);
    await servers.getByLabel('Nameserver 2').fill('ns3.example.net');
    await servers.getByRole('button', { name: 'Change Nameservers' }).click();
    await servers.getByText('This domain is signed (DNSSEC)').waitFor();
    await ds.fill('');
    await servers.getByRole('button', { name: 'Change Nameservers' }).click();
    await servers.waitFor({ state: 'hidden' });
    assert.deepEqual(await records(), []);

    await more(page, name, 'Renew');
    const renew = dialog(page, 'Renew');
    await renew.getByText('$12.00').waitFor();
    await renew.getByRole('button', { name: 'Renew' }).click();
    await banner(page, 'Renewed until').waitFor();

    await sandbox.advanceClock('61d');
    await page.goto(`/app/my-domains/transfer-out?domain=${domain.id}`);
    const out = dialog(page, 'Transfer Out');
    await out.getByText(`emailed to ${person.email} within 24 hours`).waitFor();
    await out.getByRole('button', { name: 'Transfer Out' }).click();
    await banner(page, 'Transfer out started').waitFor();
    await row(page, name).getByText('Pending').waitFor();
    await waitFor('the code by mail', async () =>
      (await sandbox.readMails(person.email)).some(
        ({ text }) => text.includes('code') && text.includes(name),
      ),
    );
    await waitFor('the lock to go', async () => {
      const { statuses } = await sandbox.readRegistration(name);
      return !statuses.includes('clientTransferProhibited');
    });
    await sandbox.takeOverDomain(name);
    await page.locator('#main').getByText('Nothing here yet...').waitFor();
  },
);

journey(
  'a changed price is shown and must be confirmed again',
  async ({ environment, openFor }) => {
    const { sandbox } = environment;
    const person = await environment.newPerson('Prue Premium');
    const name = environment.newDomainName();
    const domain = await addProvenDomain(person, sandbox, name);
    await deposit(person, sandbox, 500);
    const { authCode } = await sandbox.readRegistration(name);
    const { page } = await openFor(person);
    await page.goto(`/app/my-domains/transfer-in?domain=${domain.id}`);
    const transfer = dialog(page, 'Transfer In');
    await transfer.getByText('$12.00').waitFor();
    await sandbox.updateRegistration(name, { premium: true });
    await transfer.getByLabel('EPP transfer code').fill(authCode);
    await transfer.getByRole('button', { name: 'Transfer In' }).click();
    await transfer.getByText('The price has changed').waitFor();
    assert.equal(await transfer.getByLabel('EPP transfer code').inputValue(), authCode);
    assert.equal((await person.get('/users/self')).balance, 500);
    await transfer.getByRole('button', { name: 'Agree and Transfer In' }).click();
    await banner(page, 'Transfer initiated').waitFor();
  },
);
