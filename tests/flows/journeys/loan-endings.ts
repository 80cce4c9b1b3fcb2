/** Loans that end without repayment: surrendered, or disputed with each outcome. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { acceptOffer, bringIntoCustody, makeOffer, sendLoanMoney } from '@nameloan/driver/steps';
import type { Loan, RestObject } from '../environment/loans.ts';
import {
  createListedDomain,
  createLoanInCustody,
  createPostedLoan,
  getEscrow,
  performAction,
} from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';
import { waitForDomainNamed, waitForDomainStatus } from '../environment/wait-for-state.ts';
import { completeEvidence } from './missed-deadlines.ts';

export interface Dispute extends Loan {
  operator: Person;
}

export function loanEndings(environment: GetEnvironment): void {
  surrenders(environment);
  disputes(environment);
}

function surrenders(environment: GetEnvironment): void {
  test('a borrower who surrenders the domain gives it to the lender, and the debt is settled', async () => {
    const loan = await createPostedLoan(environment());
    await expectRejection(loan.lender, `POST /escrow/${loan.id}/finalize`, {
      status: 403,
      body: { outcome: 'SURRENDER' },
    });
    const over = await performAction(loan.borrower, loan, 'finalize', { outcome: 'SURRENDER' });
    assert.equal(over.status, 'FINALIZED_LENDER_SEIZURE');
    assert.equal(over.payoff, null);
    await handedOver(loan, loan.lender);
  });

  test('a domain received by the lender replaces the lender’s existing record of the name', async () => {
    const start = await createListedDomain(environment());
    const { borrower, lender, domain, terms } = start;
    await lender.post('/domains/add', { domain: domain.domain });
    const offer = await makeOffer(lender, domain.id, terms);
    const { id } = await acceptOffer(borrower, offer.id);
    await bringIntoCustody(borrower, lender, {
      sandbox: environment().sandbox,
      escrowId: id,
      domain,
    });
    await sendLoanMoney(borrower, lender, id);
    await performAction(borrower, { id }, 'finalize', { outcome: 'SURRENDER' });
    await handedOver({ ...start, id }, lender);
    assert.equal((await lender.get('/domains')).total, 1);
  });

  test('a borrower cannot finalize the return, nor surrender before the payout', async () => {
    const loan = await createLoanInCustody(environment());
    await performAction(loan.lender, loan, 'markPaid');
    const surrender = { status: 409, body: { outcome: 'SURRENDER' } };
    await expectRejection(loan.borrower, `POST /escrow/${loan.id}/finalize`, surrender);
    await expectRejection(loan.borrower, `POST /escrow/${loan.id}/finalize`, { status: 403 });
    assert.equal((await getEscrow(loan.borrower, loan)).status, 'LOAN_POSTED');
  });
}

function disputes(environment: GetEnvironment): void {
  test('a dispute that an operator ends with CONTINUE lets the loan continue', async () => {
    const dispute = await disputed(environment());
    const on = await resolved(dispute, 'CONTINUE');
    assert.equal(on.status, 'LOAN_POSTED');
    const seen = await getEscrow(dispute.borrower, dispute);
    assert.equal(seen.stage, 'ACTIVE');
    assert.deepEqual((await getEscrow(dispute.operator, dispute)).actions, []);
    const end = await performAction(dispute.lender, dispute, 'finalize');
    assert.equal(end.status, 'FINALIZED_RETURN_TO_BORROWER');
  });

  test('a dispute that an operator ends with RETURN returns the domain', async () => {
    const dispute = await disputed(environment());
    assert.equal((await resolved(dispute, 'RETURN')).status, 'FINALIZED_RETURN_TO_BORROWER');
    await waitForDomainStatus(dispute.borrower, dispute.domain, 'CUSTODY_PAID');
  });

  test('a dispute that an operator ends with SEIZE gives the domain to the lender', async () => {
    const dispute = await disputed(environment());
    assert.equal((await resolved(dispute, 'SEIZE')).status, 'FINALIZED_LENDER_SEIZURE');
    await handedOver(dispute, dispute.lender);
  });

  test('a dispute that an operator ends with PLATFORM gives the domain to neither party', async () => {
    const dispute = await disputed(environment());
    const over = await resolved(dispute, 'PLATFORM');
    assert.equal(over.status, 'FINALIZED_PLATFORM_SEZIURE');
    assert.equal(over.label, 'Seized');
    await gone(dispute);
    assert.equal((await dispute.lender.get('/domains')).total, 0);
    const there = await environment().sandbox.readRegistration(dispute.domain.domain);
    assert.notEqual(there.registrar, 'Other Registrar');
  });
}

/** Opens a dispute in which an operator reads and writes; the parties cannot resolve it themselves. */
export async function disputed(environment: TestEnvironment): Promise<Dispute> {
  const loan = await createPostedLoan(environment);
  const operator = await environment.newOperator();
  await environment.setOperator(operator);
  await expectRejection(operator, `GET /escrow/${loan.id}`, { status: 404 });
  const reason = 'The lender does not answer.';
  const after = await performAction(loan.borrower, loan, 'escalate', {
    reason,
    evidence: 'See the chat.',
  });
  assert.equal(after.status, 'ESCALATED');
  assert.equal(after.label, 'Disputed');
  // Lending receives the operator flag by an event.
  const seen = await waitFor('the operator to see the loan', async () => {
    const answer = await operator.call('GET', `/escrow/${loan.id}`);
    return answer.status === 200 && answer.body;
  });
  assert.equal(seen.role, 'OPERATOR');
  // The evidence days have begun.
  assert.deepEqual(seen.actions, []);
  assert.ok(seen.decision_due_at);
  assert.equal(seen.borrower_contract_url, null);
  await operator.post(`/escrow/${loan.id}/message`, { message: 'I am looking into it.' });
  const chat = await loan.borrower.get(`/escrow/${loan.id}/messages`);
  assert.equal(chat.at(-1).name, operator.name);
  const decision = { outcome: 'RETURN', reason: 'Because I say so.' };
  for (const party of [loan.borrower, loan.lender])
    await expectRejection(party, `POST /escrow/${loan.id}/resolve`, {
      status: 403,
      body: decision,
    });
  await expectRejection(loan.lender, `POST /escrow/${loan.id}/finalize`, { status: 409 });
  return { ...loan, operator };
}

export async function resolved(dispute: Dispute, outcome: string): Promise<RestObject> {
  const body = { outcome, reason: 'I have seen the papers.' };
  await completeEvidence(dispute);
  assert.deepEqual((await getEscrow(dispute.operator, dispute)).actions, ['RESOLVE']);
  await expectRejection(dispute.operator, `POST /escrow/${dispute.id}/resolve`, {
    status: 400,
    body: { ...body, reason: '  ' },
  });
  const after = await performAction(dispute.operator, dispute, 'resolve', body);
  const history: RestObject[] = await dispute.lender.get(`/escrow/${dispute.id}/history`);
  // The domain's release may have added a later entry.
  const entries = history.filter(({ action }) => action.startsWith('RESOLVE_'));
  assert.deepEqual(
    entries.map(({ actor, action }) => [actor, action]),
    [[dispute.operator.name, `RESOLVE_${outcome}`]],
  );
  assert.match(entries[0]?.note, /seen the papers/);
  return after;
}

export function gone(loan: Loan): Promise<unknown> {
  return waitFor('the domain to leave the borrower', async () => {
    const { total } = await loan.borrower.get('/domains');
    return total === 0;
  });
}

export async function handedOver(loan: Loan, to: Person): Promise<void> {
  const now = await waitForDomainNamed(to, loan.domain.domain, 'CUSTODY_PAID');
  assert.equal(now.pending_transfer, false);
  await gone(loan);
  await expectRejection(loan.borrower, `GET /domains/${loan.domain.id}`, { status: 404 });
}
