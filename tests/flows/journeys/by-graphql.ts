/** The repaid loan again, as the web app drives it: only GraphQL and subscriptions. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { download } from '../environment/contract-pdf.ts';
import type { RestObject } from '../environment/loans.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';
import { unusedOperations, WebUser } from '../environment/web-user.ts';
import { amendByWeb } from './amended-by-web.ts';
import { checkAllNames } from './check-all-names.ts';
import { listSelected } from './list-selected.ts';
import { newUser } from './new-user.ts';
import { pushName } from './push-name.ts';
import { readDiligence, readLoanDiligence } from './read-diligence.ts';
import { recordPayments } from './record-payments.ts';
import { refinanceByWeb } from './refinanced-by-web.ts';
import { assertOnePayment, assertRunning, assertTransferDue } from './running-loan.ts';
import { sellByWeb } from './sold-by-web.ts';

interface Deal {
  environment: TestEnvironment;
  borrower: WebUser;
  lender: WebUser;
  domain: { id: string; name: string };
}

const terms = { amount: 90_050, term: 60, rate: 1800 };

export function byGraphql(environment: GetEnvironment): void {
  test('a loan runs from registration to repayment through GraphQL only', async () => {
    const [borrower, lender] = await Promise.all([
      newUser(environment(), 'Wanda Webb'),
      newUser(environment(), 'Walt Webb'),
    ]);
    try {
      const domain = await provenDomain(environment(), borrower);
      const deal = { environment: environment(), borrower, lender, domain };
      const id = await struck(deal);
      await signedByBoth(deal, id);
      const watching = lender.watch('OnLoan', { id });
      await watching.until(1);
      await chatted(deal, id);
      // Two changes before a read are published as one, so each is awaited before the next.
      const seesLive = (status: string) =>
        waitFor(`${status} to be published`, async () =>
          watching.events.some((one: RestObject) => one.data?.escrowChanged.status === status),
        );
      await arrived(deal, id);
      await seesLive('DOMAIN_IN_CUSTODY');
      await paidAndRepaid(deal, id, () => seesLive('LOAN_POSTED'));
      await seesLive('FINALIZED_RETURN_TO_BORROWER');
      const seen = watching.events.map((one: RestObject) => one.data.escrowChanged.status);
      assert.deepEqual(
        seen.filter((status, at) => status !== seen[at - 1]),
        ['NEW', 'DOMAIN_IN_CUSTODY', 'LOAN_POSTED', 'FINALIZED_RETURN_TO_BORROWER'],
      );
      await assertHistory(deal, id);
      await pushName({ owner: borrower, receiver: lender, domain });
      assert.deepEqual([...unusedOperations], []);
    } finally {
      await Promise.all([borrower.disconnect(), lender.disconnect()]);
    }
  });
}

async function provenDomain(environment: TestEnvironment, owner: WebUser): Promise<Deal['domain']> {
  const name = environment.newDomainName();
  const added = await owner.run('AddDomain', { domain: name });
  assert.equal(added.verificationHosts[0], `_nameloan-challenge.${name}`);
  assert.equal((await owner.run('ConnectProvider', { id: added.id })).available, false);
  await environment.sandbox.setTxt(added.verificationHosts[0], [added.verificationRecord]);
  await owner.run('VerifyDomain', { id: added.id });
  await waitFor('the proof', async () => {
    return (await owner.run('MyDomain', { id: added.id })).status === 'EXTERNAL_VERIFIED';
  });
  await checkAllNames(owner, { id: added.id, name });
  const { transferChecklist } = await owner.run('MyDomain', { id: added.id });
  const todo = transferChecklist.items.filter(({ state }: RestObject) => state === 'TODO');
  assert.deepEqual(
    todo.map(({ code }: RestObject) => code),
    ['CODE'],
  );
  return { id: added.id, name };
}

async function struck({ borrower, lender, domain }: Deal): Promise<string> {
  const figure = await borrower.run('SetOwnerValue', { id: domain.id, ownerValue: 400_000 });
  assert.equal(figure.ownerValue, 400_000);
  await listSelected(borrower, domain.id, terms);
  await borrower.run('OpenListing', { domainId: domain.id, ...terms });
  const visitor = new WebUser(borrower.url, { name: 'Nobody', email: '' });
  const { listings } = await visitor.run('Listings', { text: domain.name.split('.')[0] });
  assert.equal(listings.length, 1);
  assert.equal(listings[0].disclosure.repays, 92_714);
  const listed = { domainId: domain.id, listingId: listings[0].id };
  await readDiligence({ owner: borrower, visitor, ...listed });
  assert.deepEqual(
    [listings[0].domain.verificationRecord, listings[0].domain.expiresAt],
    [null, null],
  );
  const offer = { domainId: domain.id, ...terms, message: 'Hello' };
  assert.equal(await visitor.codeOf('MakeOffer', offer), 'UNAUTHENTICATED');
  assert.equal(await borrower.codeOf('MakeOffer', offer), 'FORBIDDEN');
  await lender.run('MakeOffer', offer);
  assert.equal(await lender.codeOf('MakeOffer', offer), 'CONFLICT');
  const { waitingOffers, milestones } = await borrower.run('Dashboard');
  assert.deepEqual(waitingOffers, {
    total: 1,
    domains: [{ count: 1, best: { amount: terms.amount } }],
  });
  assert.deepEqual(milestones, { listed: true, borrowed: false });
  const { offers } = await borrower.run('ReceivedOffers');
  assert.deepEqual(offers[0].lenderTrackRecord, {
    finished: 0,
    onTime: 0,
    defaulted: 0,
    disputed: 0,
    unfunded: 0,
    counterparties: 0,
    repaidTotal: 0,
  });
  const valued = await borrower.run('OfferValue', { id: offers[0].id });
  assert.equal(valued.domain.ownerValue, 400_000);
  const loan = await borrower.run('AcceptOffer', { id: offers[0].id });
  assert.equal(loan.role, 'BORROWER');
  await readLoanDiligence(borrower, loan.id);
  return loan.id;
}

async function signedByBoth({ borrower, lender }: Deal, id: string): Promise<void> {
  for (const user of [borrower, lender]) {
    const url: string = await waitFor('the contract', async () => {
      const loan = await user.run('Loan', { id });
      return loan.borrowerContractUrl ?? loan.lenderContractUrl;
    });
    const token = url.slice(url.lastIndexOf('/') + 1);
    const contract = await user.run('Contract', { token });
    assert.equal(contract.party, user === borrower ? 'BORROWER' : 'LENDER');
    assert.equal(contract.disclosure.repays, 92_714);
    const address = { address1: '1 Main Street', city: 'Springfield', zip: '12345', country: 'US' };
    const signing = { token, name: user.name.toUpperCase(), address };
    await user.run('SignContract', signing);
    assert.equal(await user.codeOf('SignContract', signing), 'CONFLICT');
  }
  const loan = await borrower.run('Loan', { id });
  assert.equal(loan.status, 'NEW');
  assert.deepEqual([loan.lender.name, loan.lender.email], [lender.name, null]);
  assert.equal(loan.borrower.email, borrower.email);
  const sealed: string = await waitFor('the seal', async () => {
    return (await lender.run('Loan', { id })).signedPdfUrl;
  });
  assert.equal(new TextDecoder().decode((await download(sealed, lender)).subarray(0, 5)), '%PDF-');
}

async function chatted({ borrower, lender }: Deal, id: string): Promise<void> {
  const [first] = await borrower.run('Messages', { escrowId: id });
  assert.equal(first.message, 'Hello');
  const watching = borrower.watch('OnMessage', { id, after: first.id });
  await lender.run('SendMessage', { escrowId: id, message: 'Ready when you are' });
  const [event] = await watching.until(1);
  assert.deepEqual(event?.data, {
    escrowMessageAdded: { name: lender.name, message: 'Ready when you are' },
  });
}

async function arrived({ environment, borrower, domain }: Deal, id: string): Promise<void> {
  const live = borrower.watch('OnNotification');
  const { uri } = await borrower.run('StartDeposit', { amount: 5000, method: 'CARD' });
  const checkouts: RestObject[] = await environment.sandbox.readCheckouts();
  await environment.sandbox.payCheckout(checkouts.find((one) => uri.includes(one.id)).id);
  await waitFor('the deposit', async () => (await borrower.run('Self')).balance === 5000);
  await assertTransferDue(borrower, id);
  const { authCode } = await environment.sandbox.readRegistration(domain.name);
  await borrower.run('TransferIn', { id: domain.id, transferCode: authCode });
  await environment.sandbox.approveTransfer(domain.name);
  await waitFor('the domain', async () => {
    const loan = await borrower.run('Loan', { id });
    return loan.status === 'DOMAIN_IN_CUSTODY' && loan.domain.status === 'IN_ESCROW';
  });
  const { transferFee } = await borrower.run('MyDomain', { id: domain.id });
  assert.equal((await borrower.run('Self')).balance, 5000 - transferFee);
  // A job charges the fee after the arrival, which does not wait for it.
  const transactions = await waitFor('the fee to be charged', async () => {
    const found: RestObject[] = (await borrower.run('Transactions')).transactions;
    return found.every(({ status }) => status !== 'PENDING') && found;
  });
  assert.deepEqual(
    transactions.map((one) => [one.type, one.amount, one.status]),
    [
      ['TRANSFER_FEE', -transferFee, 'DONE'],
      ['DEPOSIT', 5000, 'DONE'],
    ],
  );
  await live.until(1);
}

async function choosesPayee({ borrower, lender }: Pick<Deal, 'borrower' | 'lender'>, id: string) {
  assert.equal(await borrower.codeOf('PaymentInstructions', { id }), 'CONFLICT');
  const fields = { iban: 'DE89 3704 0044 0532 0130 00' };
  const payee = { kind: 'IBAN', holder: lender.name, label: null, fields };
  const added = await lender.run('AddPayee', payee);
  const { payee: chosen } = await lender.run('ChoosePayee', { id, payeeId: added.id });
  assert.equal(chosen.masked, 'DE •••• 3000');
  const { amount, payee: shown } = await borrower.run('PaymentInstructions', { id });
  assert.equal(amount, terms.amount);
  assert.deepEqual(shown.lines, [
    {
      label: 'IBAN',
      value: 'DE89370400440532013000',
      groups: ['DE89', '3704', '0044', '0532', '0130', '00'],
    },
  ]);
  const { version, fingerprint } = shown;
  assert.equal((await borrower.run('AcknowledgePayee', { id, version, fingerprint })).id, id);
  assert.equal(await borrower.codeOf('AcknowledgePayee', { id, version: 2 }), 'CONFLICT');
}

async function paidAndRepaid(
  { environment, borrower, lender, domain }: Deal,
  id: string,
  seesPosted: () => Promise<unknown>,
): Promise<void> {
  assert.equal(await borrower.codeOf('ConfirmReceipt', { id }), 'CONFLICT');
  await lender.run('MarkPaid', { id });
  await seesPosted();
  const today = new Date().toISOString().slice(0, 10);
  const details = { id, date: today, method: 'Wire', reference: 'S-1' };
  assert.equal((await lender.run('AddPaymentDetails', details)).stage, 'AWAITING_RECEIPT');
  assert.equal(await borrower.codeOf('EvidenceDone', { id }), 'CONFLICT');
  const running = await borrower.run('ConfirmReceipt', { id });
  assert.deepEqual([running.stage, running.payoff], ['ACTIVE', terms.amount]);
  await assertRunning(borrower, { amount: terms.amount, dueAt: running.dueAt });
  const lent = await lender.run('LoanPerformance');
  assert.deepEqual([lent.openLoans, lent.outstanding, lent.weightedRate], [1, terms.amount, 1800]);
  assert.deepEqual(lent.borrowers, [{ name: borrower.name, outstanding: terms.amount }]);
  await assertOnePayment({ borrower, lender }, id);
  await choosesPayee({ borrower, lender }, id);
  await amendByWeb({ borrower, lender }, { id, dueAt: running.dueAt });
  const date = running.receivedAt.slice(0, 10);
  await recordPayments({ borrower, lender }, { id, date });
  const next = await newUser(environment, 'Nell Webb');
  await refinanceByWeb({ borrower, lender }, next, { id, domainId: domain.id });
  await sellByWeb(environment, { borrower, lender, id, date });
  const claim = { id, date, method: 'Wire', reference: 'W-1' };
  assert.equal((await borrower.run('ClaimRepaid', claim)).stage, 'REPAYMENT_CLAIMED');
  assert.equal((await borrower.run('WithdrawClaim', { id })).stage, 'ACTIVE');
  const claimed = await borrower.run('ClaimRepaid', claim);
  assert.equal(await borrower.codeOf('Finalize', { id }), 'FORBIDDEN');
  const { paymentId: claimId } = claimed.repaymentClaim;
  const end = await lender.run('Finalize', { id, claimId });
  assert.equal(end.label, 'Complete');
  const ended = await lender.run('LoanPerformance');
  assert.deepEqual(
    [ended.openLoans, ended.repaidLoans, ended.seized, ended.realisedYieldNote],
    [0, 1, [], 'No loan ran for a whole day.'],
  );
  await waitFor('the domain back', async () => {
    const { domains } = await borrower.run('MyDomains', { query: domain.name.toUpperCase() });
    return domains[0].id === domain.id && domains[0].status === 'CUSTODY_PAID';
  });
}

async function assertHistory({ borrower }: Deal, id: string): Promise<void> {
  const history: RestObject[] = await borrower.run('History', { id });
  assert.equal(history.findLast(({ from, to }) => from !== to)?.to, 'FINALIZED_RETURN_TO_BORROWER');
  const end = await waitFor('the last notification', async () => {
    const notifications: RestObject[] = await borrower.run('Notifications');
    return notifications.find((one) => /is complete/.test(one.body));
  });
  assert.equal((await borrower.run('MarkRead', { id: end.id })).read, true);
}
