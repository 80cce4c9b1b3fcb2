/** Scenarios in which the loan runs and ends by the parties’ actions or by a deadline. */

import type { LoanDriver } from '../loan-driver.ts';
import { post } from '../retry-call.ts';
import type { Scenario } from './scenario.ts';
import {
  claimRepayment,
  custodyAfterListing,
  denyRepayment,
  finalize,
  is,
  repaid,
  resolve,
  returned,
  seized,
  sendMoney,
  settle,
  taken,
} from './scenario.ts';

/**
 * Waits for the default notice, because grace ends eight days after it. The clock may jump past the due day, and if a
 * killed process held the job, the notice is sent a lease later and perhaps on a later day.
 */
async function waitForDefaultNotice(loan: LoanDriver, day: number): Promise<void> {
  await loan.day(day);
  await loan.waitForState('the notice', (escrow) => escrow.notice_at !== null);
}

export const ended: Record<string, Scenario> = {
  'transferred at the second attempt': {
    ...repaid,
    ...custodyAfterListing,
    twice: /^The transfer of .* requested|^The borrower started the transfer/,
    run: async (loan) => {
      await loan.signed();
      await loan.handOver({ reject: true });
      await loan.waitForStatus('DOMAIN_IN_CUSTODY');
      await loan.act(loan.borrower, 'markPaid', { done: is('LOAN_POSTED') });
      await finalize(loan);
    },
  },
  'repaid early': {
    ...repaid,
    run: async (loan) => {
      await loan.posted();
      await loan.day(12);
      await finalize(loan);
    },
  },
  'repaid in grace': {
    ...repaid,
    run: async (loan) => {
      await loan.posted();
      await waitForDefaultNotice(loan, 33);
      await loan.waitForState('grace', (escrow) => escrow.stage === 'IN_GRACE');
      await finalize(loan);
    },
  },
  'repaid by a claim': {
    ...repaid,
    run: async (loan) => {
      await claimRepayment(loan);
      await loan.day(8);
      await finalize(loan);
    },
  },
  'claim denied, repaid later': {
    ...repaid,
    run: async (loan) => {
      await claimRepayment(loan);
      await denyRepayment(loan);
      await loan.day(20);
      await finalize(loan);
    },
  },
  'claim unanswered, settled by both': {
    ...repaid,
    run: async (loan) => {
      await claimRepayment(loan);
      await loan.day(14);
      await loan.waitForStatus('ESCALATED');
      await settle(loan, 'RETURN', returned);
    },
  },
  'seized after grace': {
    ...taken,
    run: async (loan) => {
      await loan.posted();
      await waitForDefaultNotice(loan, 33);
      await loan.day(44);
      await loan.waitForState('the end of grace', (escrow) => escrow.stage === 'OVERDUE');
      await loan.act(loan.lender, 'finalize', { done: is(seized), body: { outcome: 'SEIZE' } });
    },
  },
  surrendered: {
    ...taken,
    run: async (loan) => {
      await loan.posted();
      const body = { outcome: 'SURRENDER' };
      await loan.act(loan.borrower, 'finalize', { done: is(seized), body });
    },
  },
  'deemed received, repaid': {
    ...repaid,
    run: async (loan) => {
      await sendMoney(loan);
      await loan.day(6);
      await loan.waitForState('deemed receipt', (escrow) => escrow.received_at !== null);
      await finalize(loan);
    },
  },
  'deemed received, seized by an operator': {
    ...taken,
    run: async (loan) => {
      await sendMoney(loan);
      await waitForDefaultNotice(loan, 36);
      await loan.day(47);
      await loan.waitForState('the end of grace', (escrow) => escrow.stage === 'OVERDUE');
      const body = { outcome: 'SEIZE' };
      const response = await post(loan.lender, `/escrow/${loan.escrowId}/finalize`, body);
      if (response.status !== 409)
        throw new Error(`seizure after a deemed receipt: ${response.status}`);
      await loan.act(loan.lender, 'escalate', { done: is('ESCALATED') });
      await resolve(loan, 'SEIZE', seized);
    },
  },
};
