/**
 * The restore drill of docs/restore.md: people live on after a backup, one service after the other is put back to it,
 * and `npm run operator -- reconcile parts` brings the parts together again, as far as that can be.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { freePort } from '@nameloan/service/free-port.ts';
import { waitFor } from '../../scripts/demo/sandbox-client.ts';
import {
  acceptOffer,
  addProvenDomain,
  deposit,
  escrowIn,
  makeOffer,
  openListing,
  sendLoanMoney,
  sign,
  transferIn,
} from '../../scripts/demo/steps.ts';
import { endGroup, started } from '../../scripts/start/start-for-test.ts';
import type { RestObject, Listed, Loan } from './world/loans.ts';
import { listed, posted, signed, someTerms } from './world/loans.ts';
import type { Ports, RestoredProduct } from './world/restored-product.ts';
import { copyFolder, restoreService, startOn } from './world/restored-product.ts';

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
  for (const child of started) endGroup(child, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** What stood at the backup, and how it went on. */
interface Story {
  /** Running at the backup, repaid since. */
  repaid: Loan;
  /** Signed at the backup; since then in custody. */
  moved: Loan;
  /** Listed at the backup, accepted since. */
  taken: Listed & { id: string };
  /** Verified at the backup; its transfer has begun since. */
  transferring: Loan;
  /** Not there at the backup: a name that was added and listed, and who did it. */
  fresh: { domain: RestObject; listing: RestObject };
}
let story: Story;

before(
  async () => {
    ports = { product: await freePort(), sandbox: await freePort() };
    product = await startOn(live, ports);
    const { world } = product;
    const repaid = await posted(world);
    const moved = await signed(world);
    const offered = await listed(world);
    const transferring = await signed(world);
    await deposit(transferring.borrower, world.outside, 100);
    await deposit(moved.borrower, world.outside, 100);
    await product.stop();
    copyFolder(live, backup);

    product = await startOn(live, ports);
    await Promise.all(peopleOf([repaid, moved, offered, transferring]).map((one) => one.login()));
    await repaid.borrower.post(`/escrow/${repaid.id}/claimRepaid`, {
      date: new Date().toISOString().slice(0, 10),
      method: 'Bank transfer',
      reference: 'all of it',
    });
    await repaid.lender.post(`/escrow/${repaid.id}/finalize`);
    await transferIn(moved.borrower, product.world.outside, moved.domain);
    await escrowIn(moved.borrower, moved.id, 'DOMAIN_IN_CUSTODY');
    const offer = await makeOffer(offered.lender, offered.domain.id, offered.terms);
    const { id } = await acceptOffer(offered.borrower, offer.id);
    const { authCode } = await product.world.outside.registered(transferring.domain.domain);
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
      product.world.outside,
      product.world.newName(),
    );
    const listing = await openListing(offered.borrower, domain.id, someTerms);
    // Whatever is compared later is older than a minute.
    await product.world.outside.advance('2h');
    await product.stop();
    product = undefined;
    story = { repaid, moved, taken: { ...offered, id }, transferring, fresh: { domain, listing } };
  },
  { timeout: 900_000 },
);

const peopleOf = (all: { borrower: Loan['borrower']; lender: Loan['lender'] }[]) =>
  all.flatMap(({ borrower, lender }) => [borrower, lender]);

/** The living product with one service as it was at the backup; resolves to what the first reconcile printed. */
async function restored(name: string): Promise<{ said: string; running: RestoredProduct }> {
  await product?.stop();
  product = undefined;
  copyFolder(live, tried);
  await restoreService(name, backup, tried);
  const running = await startOn(tried, ports);
  product = running;
  const said = await running.operator('reconcile', 'parts');
  console.log(`\n${name} restored:\n${said}`);
  return { said, running };
}

/** Nothing is left to repair; the books are right; and a loan that was under way goes on to its end. */
async function goesOn({ world, operator }: RestoredProduct): Promise<void> {
  const again = await operator('reconcile', 'parts');
  console.log(`again: ${again.split('\n')[0]}`);
  assert.match(again, /^Parts compared: 0 repaired/);
  const { sumCents, mismatches } = await world.checkLedger();
  assert.deepEqual([sumCents, mismatches], [0, []]);
  const { moved } = story;
  await Promise.all(peopleOf([moved]).map((one) => one.login()));
  await escrowIn(moved.borrower, moved.id, 'DOMAIN_IN_CUSTODY');
  await sendLoanMoney(moved.borrower, moved.lender, moved.id);
  await moved.lender.post(`/escrow/${moved.id}/finalize`);
  await waitFor('the domain to be free', async () => {
    const domain = await moved.borrower.get(`/domains/${moved.domain.id}`);
    return domain.status === 'CUSTODY_PAID';
  });
}

describe('a service restored from a backup', { timeout: 1_500_000 }, () => {
  test('nothing restored: there is nothing to repair, and nothing for a person', async () => {
    copyFolder(live, tried);
    product = await startOn(tried, ports);
    assert.match(
      await product.operatorFromAfar('reconcile', 'parts'),
      /^Parts compared: 0 repaired, 0 for a person\.\n$/,
    );
  });

  test('domains: ended loans let go, new ones are bound, custody is taken from the registry', async () => {
    const { repaid, moved, taken, fresh, transferring } = story;
    const { said, running } = await restored('domains');
    assert.match(said, new RegExp(`repaired: .*bound to loan ${repaid.id}, which has ended`));
    assert.match(said, new RegExp(`repaired: .*loan ${moved.id} says.*custody according to the registry`));
    assert.match(said, new RegExp(`repaired: Loan ${taken.id} .*is free.*bound to loan`));
    assert.match(
      said,
      new RegExp(`repaired: Listing ${fresh.listing.id} is open, and domains has no`),
    );
    assert.match(
      said,
      new RegExp(`the transfer of ${transferring.domain.domain} is tracked again`),
    );
    await goesOn(running);
    await Promise.all(peopleOf([taken, transferring]).map((one) => one.login()));
    await sign(taken.borrower, taken.id);
    await running.world.outside.approve(transferring.domain.domain);
    await escrowIn(transferring.borrower, transferring.id, 'DOMAIN_IN_CUSTODY');
  });

  test('payments: fees that are forgotten are listed', async () => {
    const { transferring } = story;
    const { said, running } = await restored('payments');
    assert.match(
      said,
      new RegExp(`for a person: The transfer .* ${transferring.domain.domain} .*without its fee`),
    );
    await goesOn(running);
  });

  test('lending: custody is told again, unknown loans and listings are let go, a lost end is listed', async () => {
    const { repaid, moved, taken, fresh } = story;
    const { said, running } = await restored('lending');
    assert.match(said, new RegExp(`for a person: Loan ${repaid.id} .*has let go of`));
    assert.match(said, new RegExp(`repaired: Loan ${moved.id} .*which is in custody`));
    assert.match(said, new RegExp(`repaired: .*loan ${taken.id}, which lending does not know`));
    assert.match(said, new RegExp(`repaired: .*listed by ${fresh.listing.id}, which is not open`));
    assert.match(said, /repaired: Listing .* domains does not take .* for listed/);
    await goesOn(running);
  });

  test('identity: accounts are told again above what others have heard', async () => {
    const { said, running } = await restored('identity');
    assert.match(said, /repaired: Account .* others have heard of version .* published again/);
    await goesOn(running);
  });
});
