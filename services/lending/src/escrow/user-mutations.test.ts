/** Each mutation of a loan makes the transition that it names: the resolvers pass the right one on. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EscrowStatus } from '@nameloan/contracts/loan';
import { escrowStatuses } from '@nameloan/contracts/loan';
import { moveClock, resetClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { commit } from '../service-context.ts';
import { buildLoan, inStatus } from '../testing/loans.ts';
import { sampleTime } from '../testing/sample-parts.ts';
import type { TestLending } from '../testing/start-lending.ts';
import { createAccount, expectData, mutateLoan, startLending } from '../testing/start-lending.ts';
import { transitionSamples } from '../testing/transition-samples.ts';
import { escrows, histories } from './escrow.model.ts';
import type { UserTransition } from './transition/transitions.ts';

/**
 * Signing goes by a contract's token, evidence by HTTP, and payments, amendments and letters return their record:
 * loan-lifecycle.test.ts, evidence.test.ts, payments.test.ts, amendments.test.ts and refinance.test.ts.
 */
type MutationTransition = Exclude<
  UserTransition['transition'],
  | 'SIGN'
  | 'SIGN_LETTER'
  | 'ADD_EVIDENCE'
  | `${string}_PAYMENT`
  | `${string}_AMENDMENT`
  | `${string}_LEG`
>;

/** The mutation of each transition and its arguments; exhaustive by type. */
const mutations: Record<MutationTransition, [name: string, more?: string]> = {
  CANCEL: ['cancelEscrow'],
  MARK_PAID: ['markPaid'],
  CONFIRM_RECEIPT: ['confirmReceipt'],
  CLAIM_REPAID: ['claimRepaid', 'date: "2026-03-10", method: "Wire", reference: "R"'],
  DENY_REPAID: ['denyRepaid', 'reason: "Nothing arrived."'],
  ACCELERATE: ['accelerate', 'reason: "No payment."'],
  FINALIZE_RETURN: ['finalize', 'outcome: RETURN'],
  FINALIZE_SEIZE: ['finalize', 'outcome: SEIZE'],
  FINALIZE_SURRENDER: ['finalize', 'outcome: SURRENDER'],
  ESCALATE: ['escalate'],
  SETTLE_CONTINUE: ['settleDispute', 'outcome: CONTINUE'],
  SETTLE_RETURN: ['settleDispute', 'outcome: RETURN'],
  SETTLE_SEIZE: ['settleDispute', 'outcome: SEIZE'],
  PAYMENT_DETAILS: ['addPaymentDetails', 'date: "2026-03-10", method: "Wire", reference: "S"'],
  WITHDRAW_CLAIM: ['withdrawClaim'],
  EVIDENCE_DONE: ['evidenceDone'],
  SETTLE_CONTINUE_MAY_SEIZE: ['settleDispute', 'outcome: CONTINUE, maySeize: true'],
  RESOLVE_CONTINUE_MAY_SEIZE: [
    'resolveDispute',
    'outcome: CONTINUE, maySeize: true, reason: "Not repaid."',
  ],
  RESOLVE_CONTINUE: ['resolveDispute', 'outcome: CONTINUE, reason: "Both agree."'],
  RESOLVE_RETURN: ['resolveDispute', 'outcome: RETURN, reason: "Repaid."'],
  RESOLVE_SEIZE: ['resolveDispute', 'outcome: SEIZE, reason: "Not repaid."'],
  RELEASE_BORROWER: ['releaseHeld', 'to: BORROWER'],
  RELEASE_LENDER: ['releaseHeld', 'to: LENDER'],
  RESOLVE_REFINANCED: [
    'resolveDispute',
    'outcome: REFINANCED, reason: "The bank confirms the payment."',
  ],
  RESOLVE_PLATFORM: ['resolveDispute', 'outcome: PLATFORM, reason: "Fraud on both sides."'],
};

let service: TestLending;
before(async () => {
  service = await startLending();
  // The samples are valid from then on.
  moveClock(sampleTime.getTime() - Date.now());
});
after(async () => {
  resetClock();
  await service.stop();
});

/** Stores a loan that is ready for the transition in one of its statuses, and returns a user who may make it. */
async function storeReadyLoan(transition: MutationTransition) {
  const accounts = {
    BORROWER: await createAccount(service, 'Bea Borrower'),
    LENDER: await createAccount(service, 'Len Lender'),
    OPERATOR: await createAccount(service, 'Olga Operator', { operator: true }),
  };
  const { ready, expected } = transitionSamples[transition];
  const status = escrowStatuses.find((one) => expected[one]) as EscrowStatus;
  const [role] = Object.keys(expected[status] ?? {}) as (keyof typeof accounts)[];
  assert.ok(role);
  const loan = buildLoan({
    ...{ ...inStatus[status], ...ready, status },
    ...{ id: newId(), offerId: newId(), domainId: newId() },
    ...{ borrowerId: accounts.BORROWER, lenderId: accounts.LENDER },
    ...{ borrowerContractToken: null, lenderContractToken: null },
  });
  await commit((tx) => escrows.add(loan, tx));
  return { id: loan.id, role, accountId: accounts[role] };
}

for (const [transition, [name, more]] of Object.entries(mutations)) {
  test(`${name}(${more ?? ''}) adds ${transition} by its user to the history`, async () => {
    const { id, role, accountId } = await storeReadyLoan(transition as MutationTransition);
    const input = { id, more: more === undefined ? '' : `, ${more}` };
    expectData(await mutateLoan(service.as(accountId), name, input));
    const history = await histories.findMany({ escrowId: id });
    assert.deepEqual(
      history.map((entry) => [entry.action, entry.by, entry.accountId]),
      [[transition, role, accountId]],
    );
  });
}
