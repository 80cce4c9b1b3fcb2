/** Loans on names that different registrar accounts hold. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLoanInCustody } from '../environment/loans.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';

/** The account that holds the names of each suffix, as it is called at the registry. */
const holders = { com: 'Nameloan', net: 'NameloanReseller', io: 'Name.com' } as const;

export function mixedPortfolio(environment: GetEnvironment): void {
  test('loans are secured by names at three registrar accounts', () => secureAll(environment()));
}

/** Sequential: it decides the suffix of the next names. */
async function secureAll(environment: TestEnvironment): Promise<void> {
  const { newDomainName } = environment;
  for (const [suffix, holder] of Object.entries(holders)) {
    environment.newDomainName = () => newDomainName.call(environment, suffix);
    const { domain } = await createLoanInCustody(environment);
    const { registrar, statuses } = await environment.sandbox.readRegistration(domain.domain);
    assert.equal(registrar, holder);
    assert.ok(statuses.includes('clientTransferProhibited'));
  }
  environment.newDomainName = newDomainName;
}
