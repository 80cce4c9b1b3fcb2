/** Payees on a loan: from the choice to the payment, a change on the way, and what a thief in between achieves. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { bringIntoCustody } from '@nameloan/driver/steps';
import type { Loan, RestObject } from '../environment/loans.ts';
import {
  createAcceptedLoan,
  createLoanInCustody,
  createPostedLoan,
  getEscrow,
} from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';

const iban = 'DE89370400440532013000';
const otherIban = 'GB29NWBK60161331926819';

export function addPayee(person: Person, fields: object = { iban }): Promise<RestObject> {
  return person.post('/users/payees', { kind: 'IBAN', holder: person.name, fields });
}

const choose = (person: Person, loan: Loan, payee: RestObject): Promise<RestObject> =>
  person.post(`/escrow/${loan.id}/payee`, { payee_id: payee.id });

const instructionsOf = (loan: Loan) => `/escrow/${loan.id}/payment-instructions`;

async function listActions(person: Person, loan: Loan): Promise<string[]> {
  const history: RestObject[] = await person.get(`/escrow/${loan.id}/history`);
  return history.map(({ action }) => action);
}

export function loanPayees(environment: GetEnvironment): void {
  test('a payee chosen before the signatures is in the contract, and the payer sees its details in custody', async () => {
    const loan = await createAcceptedLoan(environment());
    const { borrower, lender, id, domain } = loan;
    const url: string = await waitFor(
      'the contract',
      async () => (await getEscrow(borrower, loan)).borrower_contract_url,
    );
    const contract = () => borrower.get(`/contracts/${url.slice(url.lastIndexOf('/') + 1)}`);
    const former = (await contract()).sha256;
    const payee = await addPayee(borrower);
    const chosen = await choose(borrower, loan, payee);
    assert.deepEqual([chosen.payee.id, chosen.payee.masked], [payee.id, 'DE •••• 3000']);
    assert.notEqual((await contract()).sha256, former);
    const { counterparty_payee: shown } = await getEscrow(lender, loan);
    assert.deepEqual(
      [shown.masked, shown.fingerprint, shown.id],
      ['DE •••• 3000', payee.fingerprint, undefined],
    );
    await expectRejection(lender, `GET ${instructionsOf(loan)}`, { status: 409 });
    await bringIntoCustody(borrower, lender, {
      sandbox: environment().sandbox,
      escrowId: id,
      domain,
    });
    const response = await lender.call('GET', instructionsOf(loan));
    assert.deepEqual([response.status, response.headers.get('cache-control')], [200, 'no-store']);
    const { payee: details, amount, reference, creditor_reference } = response.body;
    assert.deepEqual([details.fields.iban, details.holder, amount], [iban, borrower.name, 900.5]);
    assert.match(reference, /^NL[0-9A-Z]{8}$/);
    assert.match(creditor_reference, /^RF\d\dNL/);
    await expectRejection(borrower, `GET ${instructionsOf(loan)}`, { status: 409 });
    await lender.get(instructionsOf(loan));
    const actions = await listActions(borrower, loan);
    assert.equal(actions.filter((action) => action === 'SHOW_PAYEE').length, 1);
    const everything = JSON.stringify([
      await borrower.get(`/escrow/${id}/history`),
      await getEscrow(borrower, loan),
      await getEscrow(lender, loan),
    ]);
    assert.doesNotMatch(everything, /0044\s?0532/);
  });

  test('a loan without payees is marked as paid and repaid, and both sides can still choose one', async () => {
    const loan = await createPostedLoan(environment());
    const { borrower, lender } = loan;
    const { payee, counterparty_payee } = await getEscrow(borrower, loan);
    assert.deepEqual([payee, counterparty_payee], [null, null]);
    const { reason } = await expectRejection(borrower, `GET ${instructionsOf(loan)}`, {
      status: 409,
    });
    assert.equal(reason, 'NO_PAYEE');
    await choose(lender, loan, await addPayee(lender, { iban: otherIban }));
    const { amount, payee: details } = await borrower.get(instructionsOf(loan));
    assert.deepEqual([amount, details.fields.iban], [900.5, otherIban]);
  });

  test('a message with payment details has a warning', async () => {
    const loan = await createAcceptedLoan(environment());
    const send = (message: string) => loan.borrower.post(`/escrow/${loan.id}/message`, { message });
    const warned = await send('My new account is DE89 3704 0044 0532 0130 00');
    const plain = await send('I call you on +49 170 1234567 on 2026-11-27');
    assert.deepEqual([warned.warning, plain.warning], ['PAYMENT_DETAILS', null]);
    const list = await loan.lender.get(`/escrow/${loan.id}/messages`);
    assert.deepEqual(
      list.map(({ warning }: RestObject) => warning),
      ['PAYMENT_DETAILS', null],
    );
  });

  test('a choice and a mark at the same moment: the lender pays to the payee of before', async () => {
    const loan = await createLoanInCustody(environment());
    const { borrower, lender } = loan;
    await choose(borrower, loan, await addPayee(borrower));
    const other = await addPayee(borrower, { iban: otherIban });
    const [choice, mark] = await Promise.all([
      borrower.call('POST', `/escrow/${loan.id}/payee`, { payee_id: other.id }),
      lender.call('POST', `/escrow/${loan.id}/markPaid`),
    ]);
    assert.equal(mark.status, 200);
    assert.ok(choice.status === 200 || choice.body.reason === 'CLAIM_OPEN', JSON.stringify(choice));
    assert.equal((await lender.get(instructionsOf(loan))).payee.fields.iban, iban);
  });

  test('a change of the details and a mark at the same moment: the lender pays to the version of before', async () => {
    const loan = await createLoanInCustody(environment());
    const { borrower, lender } = loan;
    const payee = await addPayee(borrower);
    await choose(borrower, loan, payee);
    const [change, mark] = await Promise.all([
      borrower.call('POST', `/users/payees/${payee.id}`, { fields: { iban: otherIban } }),
      lender.call('POST', `/escrow/${loan.id}/markPaid`),
    ]);
    assert.equal(mark.status, 200);
    assert.ok(change.status === 200 || change.body.reason === 'CLAIM_OPEN', JSON.stringify(change));
    assert.equal((await lender.get(instructionsOf(loan))).payee.fields.iban, iban);
  });
}

/** Advances the clock of accounts. */
export function loanPayeesInTime(environment: GetEnvironment): void {
  test('a change waits 72 hours, both parties are notified, and the payer acknowledges it before seeing it', async () => {
    const loan = await createLoanInCustody(environment());
    const { borrower, lender } = loan;
    const payee = await addPayee(borrower);
    await choose(borrower, loan, payee);
    await lender.get(instructionsOf(loan));
    const changed = await borrower.post(`/users/payees/${payee.id}`, {
      fields: { iban: otherIban },
    });
    assert.deepEqual([changed.version, changed.pending.version], [1, 2]);
    const waiting = await waitFor('the loan to name the change', async () => {
      const { counterparty_payee } = await getEscrow(lender, loan);
      return counterparty_payee.pending && counterparty_payee;
    });
    assert.deepEqual([waiting.masked, waiting.pending.masked], ['DE •••• 3000', 'GB •••• 6819']);
    assert.equal(waiting.pending.effective_at, changed.pending.effective_at);
    for (const person of [borrower, lender])
      await waitFor('the notification', async () => {
        const { notifications } = await person.get('/notifications');
        return notifications.some(({ body }: RestObject) =>
          /payee .* valid from .* UTC/.test(body),
        );
      });
    assert.equal((await lender.get(instructionsOf(loan))).payee.version, 1);
    await environment().sandbox.advanceAccountClock('73h');
    const refused = await expectRejection(lender, `GET ${instructionsOf(loan)}`, { status: 409 });
    assert.equal(refused.reason, 'PAYEE_CHANGED');
    const { old, new: valid, since } = refused.payee_change;
    assert.deepEqual(
      [old.masked, valid.masked, valid.version],
      ['DE •••• 3000', 'GB •••• 6819', 2],
    );
    assert.equal(new Date(since).toISOString(), since);
    const acknowledge = `${instructionsOf(loan)}/acknowledge`;
    await expectRejection(lender, `POST ${acknowledge}`, { status: 409, body: { version: 1 } });
    assert.deepEqual(await lender.post(acknowledge, { version: 2 }), {
      message: 'Payee acknowledged',
    });
    assert.equal((await lender.get(instructionsOf(loan))).payee.fields.iban, otherIban);
    const actions = await listActions(borrower, loan);
    for (const action of ['CHOOSE_PAYEE', 'SHOW_PAYEE', 'PAYEE_CHANGED', 'ACKNOWLEDGE_PAYEE'])
      assert.ok(actions.includes(action), action);
  });

  test('a thief with the session of the borrower redirects nothing before the owner can stop it', async () => {
    const loan = await createLoanInCustody(environment());
    const { borrower, lender } = loan;
    await choose(borrower, loan, await addPayee(borrower));
    const stolen = await addPayee(borrower, { iban: otherIban });
    const { payee } = await choose(borrower, loan, stolen);
    assert.deepEqual([payee.masked, payee.pending.masked], ['DE •••• 3000', 'GB •••• 6819']);
    await environment().sandbox.advanceAccountClock('70h');
    assert.equal((await lender.get(instructionsOf(loan))).payee.fields.iban, iban);
    const mail = await waitFor('the mail about the added payee', async () =>
      (await environment().sandbox.readMails(borrower.email)).find(
        ({ text }) => text.includes('/stop/payee-change#token=') && text.includes('6819'),
      ),
    );
    const token = /#token=([\w%-]+)/.exec(mail.text)?.[1];
    await borrower.call('POST', '/users/payees/stop', { token }, { token: null });
    await environment().sandbox.advanceAccountClock('10h');
    await waitFor('the loan to keep its payee', async () => {
      const { counterparty_payee: shown } = await getEscrow(lender, loan);
      return shown.masked === 'DE •••• 3000' && shown.pending === null;
    });
    assert.equal((await lender.get(instructionsOf(loan))).payee.fields.iban, iban);
  });
}
