/** Scenarios with a dispute or a lost domain. */

import type { Scenario } from './scenario.ts';
import {
  finalize,
  freed,
  is,
  lost,
  platform,
  repaid,
  resolve,
  resolveToPlatform,
  returned,
  seized,
  settle,
  taken,
} from './scenario.ts';

export const disputed: Record<string, Scenario> = {
  'resolved: continues': {
    ...repaid,
    run: async (loan) => {
      await loan.disputed();
      await resolve(loan, 'CONTINUE', 'LOAN_POSTED');
      await loan.day(12);
      await finalize(loan);
    },
  },
  'resolved: returned': {
    ...repaid,
    run: async (loan) => {
      await loan.disputed();
      await resolve(loan, 'RETURN', returned);
    },
  },
  'resolved: seized': {
    ...taken,
    run: async (loan) => {
      await loan.disputed();
      await resolve(loan, 'SEIZE', seized);
    },
  },
  'resolved: to the platform': {
    ...lost,
    run: async (loan) => {
      await loan.disputed();
      await resolve(loan, 'PLATFORM', platform);
    },
  },
  'settled: continues': {
    ...taken,
    run: async (loan) => {
      await loan.disputed();
      await settle(loan, 'CONTINUE', 'LOAN_POSTED');
      const body = { outcome: 'SURRENDER' };
      await loan.act(loan.borrower, 'finalize', { done: is(seized), body });
    },
  },
  'settled: seized': {
    ...taken,
    run: async (loan) => {
      await loan.disputed();
      await settle(loan, 'SEIZE', seized);
    },
  },
  'lost before signing': {
    ...freed,
    holder: 'none',
    custodyFirst: true,
    run: async (loan) => {
      await loan.accepted();
      await loan.waitForState('the contract', (escrow) => escrow.borrower_contract_url !== null);
      await loan.lose();
      await loan.waitForStatus('CANCELLED');
    },
  },
  'lost in custody': {
    ...freed,
    holder: 'none',
    run: async (loan) => {
      await loan.inCustody();
      await loan.lose();
      await loan.waitForStatus('CANCELLED');
    },
  },
  'lost while the loan runs': {
    ...lost,
    run: async (loan) => {
      await loan.posted();
      await loan.lose();
      await loan.waitForStatus('ESCALATED');
      await resolve(loan, 'PLATFORM', platform);
    },
  },
  'lost in dispute': {
    ...lost,
    run: async (loan) => {
      await loan.disputed();
      await loan.lose();
      await resolveToPlatform(loan);
    },
  },
};
