/** One way in which a loan can go, what must be there at its end, and the moves that several ways share. */

import type { Found, LiveLoan } from '../loan-driver.ts';
import { get, insist, post, until } from '../retry-call.ts';

export interface Branch {
  status: string;
  /** Who has the domain in their list in the end. */
  holder: 'borrower' | 'lender' | 'nobody';
  /** Nobody hands it over on this branch: it is with the platform only if it was before. */
  domainStays?: true;
  /** Only where the domain must, or cannot, be with the platform before it is listed. */
  custodyFirst?: boolean;
  /** What does happen twice on this branch, as both are told of it. */
  twice?: RegExp;
  live(loan: LiveLoan): Promise<void>;
}

export const returned = 'FINALIZED_RETURN_TO_BORROWER';
export const seized = 'FINALIZED_LENDER_SEIZURE';
export const platform = 'FINALIZED_PLATFORM_SEZIURE';

export const freed = { status: 'CANCELLED', holder: 'borrower' } as const;
export const repaid = { status: returned, holder: 'borrower' } as const;
export const taken = { status: seized, holder: 'lender' } as const;
export const lost = { status: platform, holder: 'nobody' } as const;
export const notHereFirst = { custodyFirst: false } as const;

export const is = (status: string) => (escrow: Found) => escrow.status === status;
export const finalize = (loan: LiveLoan) =>
  loan.move(loan.lender, 'finalize', { done: is(returned) });
export const cancel = (loan: LiveLoan, who: 'borrower' | 'lender') =>
  loan.move(loan[who], 'cancel', { done: is('CANCELLED') });

/** The lender says that the money was sent, with all particulars; the borrower stays silent. */
export async function sentOnly(loan: LiveLoan): Promise<void> {
  await loan.inCustody();
  const { now } = await insist('the clock', () => loan.world.outside.clock());
  const body = { date: now.slice(0, 10), method: 'Wire', reference: `L-${loan.number}` };
  await loan.move(loan.lender, 'markPaid', { done: is('LOAN_POSTED'), body });
}

export async function claimed(loan: LiveLoan): Promise<void> {
  await loan.posted();
  await loan.day(3);
  const { now } = await insist('the clock', () => loan.world.outside.clock());
  const body = { date: now.slice(0, 10), method: 'Wire', reference: `B-${loan.number}` };
  const done = (escrow: Found) => escrow.stage === 'REPAYMENT_CLAIMED';
  await loan.move(loan.borrower, 'claimRepaid', { done, body });
}

export async function deny(loan: LiveLoan): Promise<void> {
  const body = { reason: 'Nothing came.' };
  const done = (escrow: Found) => escrow.stage !== 'REPAYMENT_CLAIMED';
  await loan.move(loan.lender, 'denyRepaid', { done, body });
}

export const resolve = (loan: LiveLoan, outcome: string, status: string) =>
  loan.move(loan.operator, 'resolve', {
    done: is(status),
    body: { outcome, reason: 'I have seen the papers.' },
  });

export async function settle(loan: LiveLoan, outcome: string, status: string): Promise<void> {
  const body = { outcome };
  const said = (escrow: Found) => escrow.status === status || escrow.settlement !== null;
  await loan.move(loan.borrower, 'settle', { done: said, body });
  await loan.move(loan.lender, 'settle', { done: is(status), body });
}

/** What was lost can be neither returned nor taken: only the platform's word is left. */
export async function onlyPlatform(loan: LiveLoan): Promise<void> {
  await until(`loan ${loan.number}: the loss is known`, async () => {
    const history: Found[] = await get(loan.operator, `/escrow/${loan.escrowId}/history`);
    return history.some(({ action }) => action === 'CUSTODY_LOST');
  });
  const body = { outcome: 'RETURN', reason: 'Give it back.' };
  const answer = await post(loan.operator, `/escrow/${loan.escrowId}/resolve`, body);
  if (answer.body.reason !== 'CUSTODY_LOST') throw new Error(`resolved: ${answer.status}`);
  await resolve(loan, 'PLATFORM', platform);
}
