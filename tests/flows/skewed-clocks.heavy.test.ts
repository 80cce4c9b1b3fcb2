/** Two replicas of domains, one three seconds ahead of lending's clock and one behind: versions decide, not clocks. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import {
  addProvenDomain,
  deposit,
  openListing,
  transferIn,
  waitForStatus,
} from '@nameloan/driver/steps';
import { natsMissing } from '@nameloan/testkit/nats';
import type { Loan, RestObject } from './environment/loans.ts';
import {
  createAcceptedLoan,
  createLoanInCustody,
  defaultTerms,
  getEscrow,
} from './environment/loans.ts';
import { startManyProcesses } from './environment/many-processes.ts';
import type { TestEnvironment } from './environment/test-environment.ts';

let environment: TestEnvironment;
before(async () => {
  if (natsMissing) return;
  environment = await startManyProcesses({
    replicas: [
      { name: 'domains', skewMs: -3_000, securesArrivals: false },
      { name: 'domains-ahead', skewMs: 3_000, securesArrivals: true },
    ],
  });
});
after(() => environment?.stop());

/** Runs `beforeCommit` while the commit that publishes `subject` has its timestamp but is not yet complete. */
async function beforeCommitOf(
  subject: string,
  work: () => Promise<unknown>,
  beforeCommit: () => Promise<void>,
): Promise<void> {
  const domains = environment.processes.find(({ name }) => name === 'domains');
  assert.equal(await domains?.request(`hold ${subject}`), 'holding');
  const held = domains?.nextMessage();
  const working = work();
  assert.equal(await held, 'held');
  await beforeCommit();
  domains?.send('continue');
  await working;
}

async function provenDomain(): Promise<{ owner: Person; domain: RestObject }> {
  const owner = await environment.newPerson('Olga Owner');
  return {
    owner,
    domain: await addProvenDomain(owner, environment.sandbox, environment.newDomainName()),
  };
}

/** Opens a listing before domains commits the change that ends it. */
const openListingFor = (owner: Person, domain: RestObject) => async () => {
  await openListing(owner, domain.id, defaultTerms);
};

const waitForClosing = (owner: Person, { id }: RestObject) =>
  waitFor('the listing to close', async () => {
    const { listings } = await owner.get('/listings?limit=100');
    return listings.every((one: RestObject) => one.domain_id !== id);
  });

test('a listing closes when its domain is removed by a commit that ends after it was opened', {
  skip: natsMissing,
}, async () => {
  const { owner, domain } = await provenDomain();
  await beforeCommitOf(
    'domains.domain.removed',
    () => owner.call('DELETE', `/domains/${domain.id}`),
    openListingFor(owner, domain),
  );
  await waitForClosing(owner, domain);
});

test('a listing closes when its proof is lost by a commit that ends after it was opened', {
  skip: natsMissing,
}, async () => {
  const { owner, domain } = await provenDomain();
  const rival = await environment.newPerson('Rita Rival');
  await beforeCommitOf(
    'domains.domain.proof-lost',
    () => addProvenDomain(rival, environment.sandbox, domain.domain),
    openListingFor(owner, domain),
  );
  await waitForClosing(owner, domain);
});

async function takeOver({ domain }: Loan): Promise<void> {
  await environment.sandbox.updateRegistration(domain.domain, { statuses: [] });
  await environment.sandbox.takeOverDomain(domain.domain);
}

test('custody that arrived by the fast clock and was lost by the slow one ends the loan', {
  skip: natsMissing,
}, async () => {
  const loan = await createLoanInCustody(environment);
  await takeOver(loan);
  await waitForStatus(loan.lender, loan.id, 'CANCELLED');
});

test('custody that arrived and was lost before the signatures: no party is asked to pay', {
  skip: natsMissing,
}, async () => {
  const loan = await createAcceptedLoan(environment);
  const { borrower, lender, domain, id } = loan;
  await waitFor(
    'the contract',
    async () => (await getEscrow(borrower, loan)).borrower_contract_url,
  );
  await deposit(borrower, environment.sandbox, 100);
  await transferIn(borrower, environment.sandbox, domain);
  await waitForHistory(loan, 'CUSTODY_ARRIVED');
  await takeOver(loan);
  const over = await waitForStatus(lender, id, 'CANCELLED');
  assert.equal(over.in_custody_at, null);
});

const waitForHistory = ({ lender, id }: Loan, action: string) =>
  waitFor(`${action} in the history`, async () => {
    const history: RestObject[] = await lender.get(`/escrow/${id}/history`);
    return history.some((one) => one.action === action);
  });
