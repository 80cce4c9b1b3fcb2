/** A loan scenario, the state that it must end in, and the steps that several scenarios share. */

import type { LoanDriver, RestObject } from '../loan-driver.ts';
import { get, post, retry, waitUntil } from '../retry-call.ts';

export interface Scenario {
  status: string;
  /** Which party's list has the domain in the end. */
  holder: 'borrower' | 'lender' | 'none';
  /** The scenario includes no transfer: the domain is in custody only if it was before. */
  domainNotTransferred?: true;
  /** Set if the domain must, or must not, be in custody before it is listed. */
  custodyFirst?: boolean;
  /** Of the borrower; 1 if absent. */
  escrows?: number;
  /** Notifications that this scenario sends twice. */
  twice?: RegExp;
  run(loan: LoanDriver): Promise<void>;
}

export const returned = 'FINALIZED_RETURN_TO_BORROWER';
export const seized = 'FINALIZED_LENDER_SEIZURE';
export const platform = 'FINALIZED_PLATFORM_SEZIURE';

export const freed = { status: 'CANCELLED', holder: 'borrower' } as const;
export const repaid = { status: returned, holder: 'borrower' } as const;
export const taken = { status: seized, holder: 'lender' } as const;
export const lost = { status: platform, holder: 'none' } as const;
export const custodyAfterListing = { custodyFirst: false } as const;

export const is = (status: string) => (escrow: RestObject) => escrow.status === status;
export const finalize = (loan: LoanDriver) =>
  loan.act(loan.lender, 'finalize', { done: is(returned) });
export const cancel = (loan: LoanDriver, party: 'borrower' | 'lender') =>
  loan.act(loan[party], 'cancel', { done: is('CANCELLED') });

/** The lender marks the money as sent, with all details; the borrower does not respond. */
export async function sendMoney(loan: LoanDriver): Promise<void> {
  await loan.inCustody();
  const { now } = await retry('the clock', () => loan.environment.sandbox.readClock());
  const body = { date: now.slice(0, 10), method: 'Wire', reference: `L-${loan.number}` };
  await loan.act(loan.lender, 'markPaid', { done: is('LOAN_POSTED'), body });
}

export async function claimRepayment(loan: LoanDriver): Promise<void> {
  await loan.posted();
  await loan.day(3);
  const { now } = await retry('the clock', () => loan.environment.sandbox.readClock());
  const body = { date: now.slice(0, 10), method: 'Wire', reference: `B-${loan.number}` };
  const done = (escrow: RestObject) => escrow.stage === 'REPAYMENT_CLAIMED';
  await loan.act(loan.borrower, 'claimRepaid', { done, body });
}

export async function denyRepayment(loan: LoanDriver): Promise<void> {
  const body = { reason: 'Nothing came.' };
  const done = (escrow: RestObject) => escrow.stage !== 'REPAYMENT_CLAIMED';
  await loan.act(loan.lender, 'denyRepaid', { done, body });
}

/** The parties complete their evidence first, so that the operator may decide. */
export async function resolve(loan: LoanDriver, outcome: string, status: string): Promise<void> {
  const sides = { borrower: 'BORROWER', lender: 'LENDER' } as const;
  for (const party of ['borrower', 'lender'] as const) {
    const done = (escrow: RestObject) =>
      escrow.status === status || escrow.evidence_done.includes(sides[party]);
    await loan.act(loan[party], 'evidenceDone', { done });
  }
  const body = { outcome, reason: 'I have seen the papers.' };
  await loan.act(loan.operator, 'resolve', { done: is(status), body });
}

export async function settle(loan: LoanDriver, outcome: string, status: string): Promise<void> {
  const body = { outcome };
  const done = (escrow: RestObject) => escrow.status === status || escrow.settlement !== null;
  await loan.act(loan.borrower, 'settle', { done, body });
  await loan.act(loan.lender, 'settle', { done: is(status), body });
}

/** A lost domain can be neither returned nor seized: the operator can only award it to the platform. */
export async function resolveToPlatform(loan: LoanDriver): Promise<void> {
  await waitUntil(`loan ${loan.number}: the loss is known`, async () => {
    const history: RestObject[] = await get(loan.operator, `/escrow/${loan.escrowId}/history`);
    return history.some(({ action }) => action === 'CUSTODY_LOST');
  });
  const body = { outcome: 'RETURN', reason: 'Give it back.' };
  const response = await post(loan.operator, `/escrow/${loan.escrowId}/resolve`, body);
  if (response.body.reason !== 'CUSTODY_LOST') throw new Error(`resolved: ${response.status}`);
  await resolve(loan, 'PLATFORM', platform);
}
