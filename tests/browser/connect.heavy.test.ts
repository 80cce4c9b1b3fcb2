/** The two short ways of a name: proven with a click at its DNS provider, and pushed to another account. */

import assert from 'node:assert/strict';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { addProvenDomain, deposit, transferIn } from '@nameloan/driver/steps';
import { setUpJourneys } from './environment.ts';
import { banner, dialog, more, row } from './my-domains.ts';

const { journey } = setUpJourneys();

journey(
  'a name is proven with the button of its DNS provider, and a cancelled request says so',
  async ({ environment, openFor }) => {
    const { sandbox } = environment;
    const person = await environment.newPerson('Dana Domain');
    const name = environment.newDomainName();
    const { id } = await person.post('/domains/add', { domain: name });
    await sandbox.hostDns([name]);
    const { page } = await openFor(person);
    await page.goto(`/app/my-domains?verify=${id}`);
    const verify = dialog(page, 'Verify Domain');
    const add = verify.getByRole('link', { name: 'Add the record at Sandbox DNS' });
    await add.click();
    await page.getByRole('heading', { name: `Add a record to ${name}?` }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await verify.getByText('Your provider did not add the record.').waitFor();
    const { pathname, search } = new URL(page.url());
    assert.equal(pathname + search, `/app/my-domains?verify=${id}`);
    await add.click();
    await page.getByRole('button', { name: 'Add the record' }).click();
    await verify.getByText('This domain is verified.').waitFor();
    await waitFor('the proof', async () => {
      const { status } = await person.get(`/domains/${id}`);
      return status === 'EXTERNAL_VERIFIED';
    });
  },
);

journey(
  'a domain in custody is offered to another account, which declines once and then accepts',
  async ({ environment, openFor }) => {
    const { sandbox } = environment;
    const sender = await environment.newPerson('Sam Sender');
    const receiver = await environment.newPerson('Rea Receiver');
    const name = environment.newDomainName();
    const domain = await addProvenDomain(sender, sandbox, name);
    await deposit(sender, sandbox, 100);
    await transferIn(sender, sandbox, domain);
    await waitFor('custody', async () => {
      const { status } = await sender.get(`/domains/${domain.id}`);
      return status === 'CUSTODY_PAID';
    });
    const { page } = await openFor(sender);
    const push = async () => {
      await page.goto('/app/my-domains');
      await more(page, name, 'Push to Another Account');
      const offer = dialog(page, 'Push to Another Account');
      await offer.getByLabel('Email of the other account').fill(receiver.email);
      await offer.getByRole('button', { name: 'Push Domain' }).click();
      await banner(page, 'Domain offered').waitFor();
      await page.getByText(`Offered to ${receiver.email}.`).waitFor();
    };
    await push();
    const { page: other } = await openFor(receiver);
    await other.goto('/app/my-domains');
    await other.getByText('Sam Sender offers you this domain.').waitFor();
    await other.getByRole('button', { name: `Decline: ${name}` }).click();
    await banner(other, 'Push declined').waitFor();
    await push();
    await other.getByRole('button', { name: `Accept: ${name}` }).click();
    await dialog(other, 'Accept this domain?')
      .getByRole('button', { name: 'Accept Domain' })
      .click();
    await row(other, name).waitFor();
    await row(page, name).waitFor({ state: 'hidden' });
    assert.equal((await receiver.get(`/domains/${domain.id}`)).status, 'CUSTODY_PAID');
  },
);
