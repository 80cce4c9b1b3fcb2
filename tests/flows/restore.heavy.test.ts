/**
 * The restore drill of docs/restore.md: the product is used after a backup, one service after another is restored from
 * it, and `npm run operator -- reconcile services` repairs the differences between services as far as possible.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { waitFor } from '@nameloan/driver/sandbox-client';
import {
  acceptOffer,
  addProvenDomain,
  deposit,
  makeOffer,
  openListing,
  sendLoanMoney,
  sign,
  transferIn,
  waitForStatus,
} from '@nameloan/driver/steps';
import { freePort } from '@nameloan/runtime/free-port';
import { endGroup, startedChildren } from '@nameloan/testkit/start-command';
import type { ListedDomain, Loan, RestObject } from './environment/loans.ts';
import {
  createListedDomain,
  createPostedLoan,
  createSignedLoan,
  defaultTerms,
} from './environment/loans.ts';
import type { Ports, RestoredProduct } from './environment/restored-product.ts';
import { copyFolder, restoreService, startOn } from './environment/restored-product.ts';

const folder = mkdtempSync(join(tmpdir(), 'nameloan-restore-'));
const [live, backup, tried] = ['live', 'backup', 'tried'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
let ports: Ports;
let product: RestoredProduct | undefined;
after(async () => {
  await product?.stop();
  for (const child of startedChildren) endGroup(child, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Objects by their state at the backup and what happened since. */
interface Scenario {
  /** Running at the backup, repaid since. */
  repaid: Loan;
  /** Signed at the backup; since then in custody. */
  moved: Loan;
  /** Listed at the backup, accepted since. */
  taken: ListedDomain & { id: string };
  /** Verified at the backup; its transfer started since. */
  transferring: Loan;
  /** Created after the backup: a domain and its listing. */
  fresh: { domain: RestObject; listing: RestObject };
}
let scenario: Scenario;

before(
  async () => {
    ports = { product: await freePort(), sandbox: await freePort() };
    product = await startOn(live, ports);
    const { environment } = product;
    const repaid = await createPostedLoan(environment);
    const moved = await createSignedLoan(environment);
    const offered = await createListedDomain(environment);
    const transferring = await createSignedLoan(environment);
    await deposit(transferring.borrower, environment.sandbox, 100);
    await deposit(moved.borrower, environment.sandbox, 100);
    await product.stop();
    copyFolder(live, backup);

    product = await startOn(live, ports);
    await Promise.all(partiesOf([repaid, moved, offered, transferring]).map((one) => one.login()));
    await repaid.borrower.post(`/escrow/${repaid.id}/claimRepaid`, {
      date: new Date().toISOString().slice(0, 10),
      method: 'Bank transfer',
      reference: 'all of it',
    });
    await repaid.lender.post(`/escrow/${repaid.id}/finalize`);
    await transferIn(moved.borrower, product.environment.sandbox, moved.domain);
    await waitForStatus(moved.borrower, moved.id, 'DOMAIN_IN_CUSTODY');
    const offer = await makeOffer(offered.lender, offered.domain.id, offered.terms);
    const { id } = await acceptOffer(offered.borrower, offer.id);
    const { authCode } = await product.environment.sandbox.readRegistration(
      transferring.domain.domain,
    );
    await transferring.borrower.post(`/domains/${transferring.domain.id}/transfer`, {
      transferCode: authCode,
    });
    await repaid.lender.post('/users/profile', {
      address1: '2 Other Street',
      city: 'Shelbyville',
      country: 'US',
    });
    const domain = await addProvenDomain(
      offered.borrower,
      product.environment.sandbox,
      product.environment.newDomainName(),
    );
    const listing = await openListing(offered.borrower, domain.id, defaultTerms);
    // Makes every difference older than a minute.
    await product.environment.sandbox.advanceClock('2h');
    await product.stop();
    product = undefined;
    scenario = {
      repaid,
      moved,
      taken: { ...offered, id },
      transferring,
      fresh: { domain, listing },
    };
  },
  { timeout: 900_000 },
);

const partiesOf = (all: { borrower: Loan['borrower']; lender: Loan['lender'] }[]) =>
  all.flatMap(({ borrower, lender }) => [borrower, lender]);

/** Starts the product with one service restored from the backup; resolves to the report of the first reconcile. */
async function startRestored(name: string): Promise<{ report: string; running: RestoredProduct }> {
  await product?.stop();
  product = undefined;
  copyFolder(live, tried);
  await restoreService(name, backup, tried);
  const running = await startOn(tried, ports);
  product = running;
  const report = await running.operator('reconcile', 'services');
  console.log(`\n${name} restored:\n${report}`);
  return { report, running };
}

/** Asserts that nothing is left to repair, the ledger is correct, and an open loan continues to its end. */
async function assertConsistent({ environment, operator }: RestoredProduct): Promise<void> {
  const again = await operator('reconcile', 'services');
  console.log(`again: ${again.split('\n')[0]}`);
  assert.match(again, /^Services compared: 0 repaired/);
  const { sumCents, mismatches } = await environment.checkLedger();
  assert.deepEqual([sumCents, mismatches], [0, []]);
  const { moved } = scenario;
  await Promise.all(partiesOf([moved]).map((one) => one.login()));
  await waitForStatus(moved.borrower, moved.id, 'DOMAIN_IN_CUSTODY');
  await sendLoanMoney(moved.borrower, moved.lender, moved.id);
  await moved.lender.post(`/escrow/${moved.id}/finalize`);
  await waitFor('the domain to be free', async () => {
    const domain = await moved.borrower.get(`/domains/${moved.domain.id}`);
    return domain.status === 'CUSTODY_PAID';
  });
}

describe('a service restored from a backup', { timeout: 1_500_000 }, () => {
  test('without a restore there is nothing to repair and nothing for a person', async () => {
    copyFolder(live, tried);
    product = await startOn(tried, ports);
    assert.match(
      await product.operatorByAddresses('reconcile', 'services'),
      /^Services compared: 0 repaired, 0 for a person\.\n$/,
    );
  });

  test('domains: ended loans are released, new ones are bound, custody is read from the registry', async () => {
    const { repaid, moved, taken, fresh, transferring } = scenario;
    const { report, running } = await startRestored('domains');
    assert.match(report, new RegExp(`repaired: .*bound to loan ${repaid.id}, which has ended`));
    assert.match(
      report,
      new RegExp(`repaired: .*loan ${moved.id} \\(.*custody according to the registry`),
    );
    assert.match(report, new RegExp(`repaired: Loan ${taken.id} .*is free.*bound to loan`));
    assert.match(
      report,
      new RegExp(`repaired: Listing ${fresh.listing.id} is open, but domains has no`),
    );
    assert.match(
      report,
      new RegExp(`the transfer of ${transferring.domain.domain} is tracked again`),
    );
    await assertConsistent(running);
    await Promise.all(partiesOf([taken, transferring]).map((one) => one.login()));
    await sign(taken.borrower, taken.id);
    await running.environment.sandbox.approveTransfer(transferring.domain.domain);
    await waitForStatus(transferring.borrower, transferring.id, 'DOMAIN_IN_CUSTODY');
  });

  test('payments: lost fees are listed', async () => {
    const { transferring } = scenario;
    const { report, running } = await startRestored('payments');
    assert.match(
      report,
      new RegExp(`for a person: The transfer .* ${transferring.domain.domain} .*without its fee`),
    );
    await assertConsistent(running);
  });

  test('lending: custody is published again, unknown loans and listings are released, a lost end is listed', async () => {
    const { repaid, moved, taken, fresh } = scenario;
    const { report, running } = await startRestored('lending');
    assert.match(report, new RegExp(`for a person: Loan ${repaid.id} .*has released`));
    assert.match(report, new RegExp(`repaired: Loan ${moved.id} .*which is in custody`));
    assert.match(report, new RegExp(`repaired: .*loan ${taken.id}, which lending does not know`));
    assert.match(
      report,
      new RegExp(`repaired: .*listed by ${fresh.listing.id}, which is not open`),
    );
    assert.match(report, /repaired: Listing .* domains does not record .* as listed/);
    await assertConsistent(running);
  });

  test('identity: accounts are published again with a higher version than other services know', async () => {
    const { report, running } = await startRestored('identity');
    assert.match(report, /repaired: Account .* other services know version .* published again/);
    await assertConsistent(running);
  });
});
