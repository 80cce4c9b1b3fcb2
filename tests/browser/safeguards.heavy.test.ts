/** What protects a domain: the wait before it leaves, its stop link, and the case of a domain that Nameloan holds. */

import assert from 'node:assert/strict';
import { waitFor } from '@nameloan/driver/sandbox-client';
import type { Page } from 'playwright-core';
import { ownInCustody } from '../flows/journeys/custody.ts';
import { disputed, resolved } from '../flows/journeys/loan-endings.ts';
import { setUpJourneys } from './environment.ts';
import { confirmByName, expectBanner, expectText, openLoan, press } from './loan-page.ts';
import { banner, dialog, row } from './my-domains.ts';

const { journey } = setUpJourneys({ movesClock: true });

journey(
  'a transfer out of a valuable domain waits, is cancelled on My Domains, and is stopped by mail without a login',
  async ({ environment, open, openFor, url }) => {
    const { sandbox } = environment;
    const { owner, domain } = await ownInCustody(environment, 'Wanda Wait');
    await owner.post(`/domains/${domain.id}/value`, { owner_value: 9000 });
    await sandbox.advanceClock('61d');
    const window = await openFor(owner);
    const { page } = window;
    const request = async () => {
      await page.goto(`${url}/app/my-domains/transfer-out?domain=${domain.id}`);
      const out = dialog(page, 'Transfer Out');
      await out.getByRole('button', { name: 'Transfer Out' }).click();
      await banner(page, 'Transfer out started').waitFor();
      await row(page, domain.domain).getByText('Transfer out starts').waitFor();
    };
    await request();
    await row(page, domain.domain)
      .getByRole('button', { name: `Cancel Transfer: ${domain.domain}` })
      .click();
    const cancel = dialog(page, 'Cancel this transfer?');
    await cancel.getByText('It hasn’t been unlocked, and no code was emailed.').waitFor();
    await cancel.getByRole('button', { name: 'Cancel Transfer' }).click();
    await banner(page, 'Transfer cancelled').waitFor();
    await row(page, domain.domain).getByText('Pending').waitFor({ state: 'hidden' });
    await request();

    const link = await waitFor('the stop link', async () => {
      const mails = await sandbox.readMails(owner.email);
      const found = mails.find(({ subject }) => /^The transfer of .* starts on/.test(subject));
      return found && /\S+(\/stop\/transfer-out#token=[\w-]+)/.exec(found.text)?.[1];
    });
    const visitor = await open('The owner’s mail program');
    await visitor.page.goto(`${url}${link}`);
    await visitor.page.getByRole('heading', { name: 'Stop the transfer' }).waitFor();
    assert.equal((await owner.get(`/domains/${domain.id}`)).pending_transfer, true);
    await visitor.page.getByRole('button', { name: 'Stop the Transfer' }).click();
    await visitor.page.getByText('The transfer is stopped and your domain stays').waitFor();
    // The session of the person who requested the transfer has ended.
    window.allowErrors(/status of 401/);
    await page.getByText('Your session has ended. Log in again.').waitFor();
  },
);

journey(
  'a figure of $5,000 or more is lowered after a step-up, and its owner is mailed both figures',
  async ({ environment, openFor, url }) => {
    const { sandbox } = environment;
    const { owner, domain } = await ownInCustody(environment, 'Lois Lower');
    await owner.post(`/domains/${domain.id}/value`, { owner_value: 9000 });
    const window = await openFor(owner);
    const { page } = window;
    await page.goto(`${url}/app/my-domains/list?domain=${domain.id}`);
    const listing = dialog(page, 'Create Listing');
    await listing.getByLabel('Desired loan amount').fill('900');
    await listing.getByLabel('Desired term in days').fill('60');
    await listing.getByLabel('Desired APR').fill('18');
    await listing.getByLabel('Your estimate of the value').fill('100');
    await sandbox.advanceAccountClock('16m');
    window.allowErrors(/status of 403/);
    await listing.getByRole('button', { name: 'Create Listing' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    await proof.getByLabel('Password', { exact: true }).waitFor();
    assert.equal((await owner.get(`/domains/${domain.id}`)).owner_value, 9000);
    await proof.getByLabel('Password', { exact: true }).fill(owner.password);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await banner(page, 'Listing created').waitFor();
    assert.equal((await owner.get(`/domains/${domain.id}`)).owner_value, 100);
    const mail = await waitFor('the mail about the figure', async () =>
      (await sandbox.readMails(owner.email)).find(({ subject }) =>
        subject.startsWith(`Your figure for ${domain.domain}`),
      ),
    );
    assert.match(mail.text, /from \$9,000\.00 to \$100\.00/);
  },
);

journey(
  'an operator writes a note on a held domain and releases it; the parties read what happens next',
  async ({ environment, openFor, url }) => {
    const dispute = await disputed(environment);
    await resolved(dispute, 'PLATFORM');
    const windows = await Promise.all(
      [dispute.lender, dispute.operator].map((one) => openFor(one)),
    );
    const [lender, operator] = windows.map(({ page }) => page) as [Page, Page];
    await openLoan(lender, dispute.id);
    await expectText(lender, 'until an operator releases it to you or the borrower.');
    await operator.goto(`${url}/app/disputes?tab=held`);
    await operator.getByRole('link', { name: dispute.domain.domain }).click();
    await operator.getByLabel('Note').fill('Both sent their papers.');
    await operator.getByRole('button', { name: 'Add Note' }).click();
    await operator.getByRole('list', { name: 'Notes' }).getByText('Both sent').waitFor();
    await press(operator, 'Release');
    const release = operator.getByRole('dialog');
    await release.getByRole('radio', { name: /^Give the domain to the lender/ }).check();
    const { name: lenderName } = dispute.lender;
    const action = `Release to ${lenderName.split(' ')[0]}`;
    await confirmByName(operator, action, dispute.domain.domain);
    await expectBanner(operator, 'Domain released');
    await expectText(operator, `Released to ${dispute.lender.name} by`);
    await expectText(lender, `This loan is closed. ${dispute.domain.domain} is yours.`);
    await lender.getByRole('link', { name: 'My Domains' }).last().waitFor();
    await expectText(lender, 'Released the domain to the lender');
    assert.equal(await lender.getByText('Both sent their papers.').count(), 0);
    await operator.goto(`${url}/app/disputes?tab=held`);
    await operator.getByText('Domains that a decision gave to Nameloan appear here.').waitFor();
    await operator.getByLabel('Show').selectOption({ label: 'Released' });
    await operator.getByRole('link', { name: dispute.domain.domain }).waitFor();
  },
);
