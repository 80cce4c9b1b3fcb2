/** Countries: chosen by code or name, printed in English, and the rules of an installation for them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { addProvenDomain, makeOffer } from '@nameloan/driver/steps';
import type { RestObject } from '../environment/loans.ts';
import { createAcceptedLoan, createListedDomain, getEscrow } from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';

export function countries(environment: GetEnvironment): void {
  const terms = { amount: 900.5, term: 60, apy: 18 };
  /** An account with an address, which lending receives by an event. */
  const movesTo = (person: Person, country: string) =>
    person.post('/users/profile', { address1: '1 Quay', city: 'Town', zip: '1', country });
  const listingOf = (domain: RestObject, more: Record<string, unknown> = {}) => ({
    ...{ domain_id: domain.id, desired_apy: terms.apy, desired_term: 60 },
    ...{ desired_loan_amount: terms.amount, ...more },
  });

  test('a country is chosen by code or name, in the profile and at the signature, and printed in English', async () => {
    const person = await environment().newPerson('Cora Country');
    const placeOf = async () => {
      const { country, country_code, subdivision } = await person.get('/users/self');
      return [country, country_code, subdivision];
    };
    await person.post('/users/profile', { country: 'usa', subdivision: 'new york' });
    assert.deepEqual(await placeOf(), ['United States', 'US', 'US-NY']);
    await person.post('/users/profile', { country: 'Kanada' });
    assert.deepEqual(await placeOf(), ['Canada', 'CA', null]);
    const unknown = { status: 400, body: { country: 'Narnia' }, message: /^We don’t know this/ };
    const rejection = await expectRejection(person, 'POST /users/profile', unknown);
    assert.equal(rejection.fields.country, rejection.message);
    const lisbon = { country: 'PT', subdivision: 'NY' };
    const misplaced = await expectRejection(person, 'POST /users/profile', {
      ...{ status: 400, body: lisbon },
    });
    assert.deepEqual(Object.keys(misplaced.fields), ['subdivision']);
    assert.deepEqual(await placeOf(), ['Canada', 'CA', null], 'nothing was saved');
    await person.post('/users/profile', { country: '' });
    assert.deepEqual(await placeOf(), [null, null, null]);
    const loan = await createAcceptedLoan(environment());
    const url: string = await waitFor('the contract', async () => {
      return (await getEscrow(loan.lender, loan)).lender_contract_url;
    });
    const path = new URL(url).pathname;
    const sign = { name: loan.lender.name, consent: true };
    const address = { address1: '1 Quay', city: 'Toronto', zip: 'M5V', country: 'CAN' };
    const bad = { ...sign, address: { ...address, subdivision: 'Oregon' } };
    const wrong = await loan.lender.call('POST', `${path}/sign`, bad);
    assert.equal(wrong.status, 400);
    await loan.lender.post(`${path}/sign`, { ...sign, address: { ...address, subdivision: 'ON' } });
    const { signed_address } = await loan.lender.get(path);
    assert.deepEqual(
      [signed_address.country, signed_address.country_code, signed_address.subdivision],
      ['Canada', 'CA', 'CA-ON'],
    );
  });

  test('a rate above a country’s cap is rejected at the offer and at the acceptance, with instructions', async () => {
    const { borrower, lender, domain } = await createListedDomain(environment(), terms);
    const offer = await makeOffer(lender, domain.id, terms);
    await movesTo(borrower, 'Monaco');
    const refusal = await waitFor('the cap at the acceptance', async () => {
      const other = await environment().newPerson('Olga Other');
      const body = { domain_id: domain.id, loan_amount: 900, term: 60, apy: 10.01 };
      const answer = await other.call('POST', '/offers', body);
      return answer.status === 409 && answer.body;
    });
    assert.equal(refusal.reason, 'COUNTRY_RATE');
    assert.match(refusal.message, /^Where the borrower lives, .* 10% .* Offer a lower rate\.$/);
    const refused409 = { status: 409, body: { offerId: offer.id }, message: /Ask the lender/ };
    await expectRejection(borrower, 'POST /escrow/accept', refused409);
    const low = await environment().newPerson('Lea Low');
    const fair = await makeOffer(low, domain.id, { ...terms, apy: 10 });
    const { id } = await borrower.post('/escrow/accept', { offerId: fair.id });
    assert.equal((await getEscrow(low, { id })).status, 'PENDING_SIGNATURE');
  });

  test('where personal loans are not allowed, the borrower declares a business purpose, and the contract states it', async () => {
    const borrower = await environment().newPerson('Bea Borrower');
    await movesTo(borrower, 'Liechtenstein');
    const domain = await addProvenDomain(
      borrower,
      environment().sandbox,
      environment().newDomainName(),
    );
    // Lending receives the address by an event; a listing that was faster is removed.
    const refusal = await waitFor('the rule of the country', async () => {
      const answer = await borrower.call('POST', '/listings', listingOf(domain));
      if (answer.status === 201) await borrower.call('DELETE', `/listings/${domain.id}`);
      return answer.status === 409 && answer.body;
    });
    assert.equal(refusal.reason, 'COUNTRY_PURPOSE');
    assert.match(
      refusal.message,
      /only loans for business purposes are allowed\. List the domain with business purposes declared/,
    );
    const opened = await borrower.post('/listings', listingOf(domain, { business_purpose: true }));
    assert.match(opened.business_statement, /not as a consumer/);
    const lender = await environment().newPerson('Len Lender');
    const offer = await makeOffer(lender, domain.id, terms);
    const { id } = await borrower.post('/escrow/accept', { offerId: offer.id });
    const url = await waitFor('the contract', async () => {
      const { lender_contract_url } = await getEscrow(lender, { id });
      return lender_contract_url;
    });
    const contract = await lender.get(`/contracts/${url.split('/').at(-1)}`);
    assert.equal(contract.business_statement, opened.business_statement);
  });
}
