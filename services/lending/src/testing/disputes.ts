/** Disputed loans for tests. */

import type { TestLending, TestLoan } from './start-lending.ts';
import { createReceivedLoan, expectData, mutateLoan } from './start-lending.ts';

/** Lets an operator decide without the days for evidence. */
export async function completeEvidence(loan: TestLoan): Promise<void> {
  for (const call of [loan.borrower, loan.lender])
    expectData(await mutateLoan(call, 'evidenceDone', loan));
}

/** A received loan escalated by its borrower, with the evidence of both parties complete. */
export async function createDisputedLoan(service: TestLending): Promise<TestLoan> {
  const loan = await createReceivedLoan(service);
  expectData(await mutateLoan(loan.borrower, 'escalate', loan));
  await completeEvidence(loan);
  return loan;
}
