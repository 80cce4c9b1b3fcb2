/** Loans that run and end by the parties’ own words, or by their silence. */

import type { LiveLoan } from '../loan-driver.ts';
import { post } from '../retry-call.ts';
import type { Branch } from './scenario.ts';
import {
  claimed,
  deny,
  finalize,
  is,
  notHereFirst,
  repaid,
  resolve,
  returned,
  seized,
  sentOnly,
  settle,
  taken,
} from './scenario.ts';

/**
 * The clock may jump past the due day, and grace ends eight days after the notice that goes out then: where a killed
 * process held that job, a lease later and perhaps on a later day. Whoever counts on the end must have seen it.
 */
async function noticed(loan: LiveLoan, day: number): Promise<void> {
  await loan.day(day);
  await loan.shows('the notice', (escrow) => escrow.notice_at !== null);
}

export const ended: Record<string, Branch> = {
  'transferred at the second try': {
    ...repaid,
    ...notHereFirst,
    twice: /^The transfer of .* requested|^The borrower started the transfer/,
    live: async (loan) => {
      await loan.signed();
      await loan.handOver({ reject: true });
      await loan.becomes('DOMAIN_IN_CUSTODY');
      await loan.move(loan.borrower, 'markPaid', { done: is('LOAN_POSTED') });
      await finalize(loan);
    },
  },
  'repaid early': {
    ...repaid,
    live: async (loan) => {
      await loan.posted();
      await loan.day(12);
      await finalize(loan);
    },
  },
  'repaid in grace': {
    ...repaid,
    live: async (loan) => {
      await loan.posted();
      await noticed(loan, 33);
      await loan.shows('grace', (escrow) => escrow.stage === 'IN_GRACE');
      await finalize(loan);
    },
  },
  'repaid by a claim': {
    ...repaid,
    live: async (loan) => {
      await claimed(loan);
      await loan.day(8);
      await finalize(loan);
    },
  },
  'claim denied, repaid later': {
    ...repaid,
    live: async (loan) => {
      await claimed(loan);
      await deny(loan);
      await loan.day(20);
      await finalize(loan);
    },
  },
  'claim unanswered, settled by both': {
    ...repaid,
    live: async (loan) => {
      await claimed(loan);
      await loan.day(14);
      await loan.becomes('ESCALATED');
      await settle(loan, 'RETURN', returned);
    },
  },
  'seized after grace': {
    ...taken,
    live: async (loan) => {
      await loan.posted();
      await noticed(loan, 33);
      await loan.day(44);
      await loan.shows('the end of grace', (escrow) => escrow.stage === 'OVERDUE');
      await loan.move(loan.lender, 'finalize', { done: is(seized), body: { outcome: 'SEIZE' } });
    },
  },
  surrendered: {
    ...taken,
    live: async (loan) => {
      await loan.posted();
      const body = { outcome: 'SURRENDER' };
      await loan.move(loan.borrower, 'finalize', { done: is(seized), body });
    },
  },
  'deemed received, repaid': {
    ...repaid,
    live: async (loan) => {
      await sentOnly(loan);
      await loan.day(6);
      await loan.shows('deemed receipt', (escrow) => escrow.received_at !== null);
      await finalize(loan);
    },
  },
  'deemed received, seized by an operator': {
    ...taken,
    live: async (loan) => {
      await sentOnly(loan);
      await noticed(loan, 36);
      await loan.day(47);
      await loan.shows('the end of grace', (escrow) => escrow.stage === 'OVERDUE');
      const body = { outcome: 'SEIZE' };
      const answer = await post(loan.lender, `/escrow/${loan.escrowId}/finalize`, body);
      if (answer.status !== 409) throw new Error(`a seizure by silence: ${answer.status}`);
      await loan.move(loan.lender, 'escalate', { done: is('ESCALATED') });
      await resolve(loan, 'SEIZE', seized);
    },
  },
};
