/** Loans that come before an operator, or lose their domain. */

import type { Branch } from './scenario.ts';
import {
  finalize,
  freed,
  is,
  lost,
  onlyPlatform,
  platform,
  repaid,
  resolve,
  returned,
  seized,
  settle,
  taken,
} from './scenario.ts';

export const disputed: Record<string, Branch> = {
  'resolved: goes on': {
    ...repaid,
    live: async (loan) => {
      await loan.disputed();
      await resolve(loan, 'CONTINUE', 'LOAN_POSTED');
      await loan.day(12);
      await finalize(loan);
    },
  },
  'resolved: returned': {
    ...repaid,
    live: async (loan) => {
      await loan.disputed();
      await resolve(loan, 'RETURN', returned);
    },
  },
  'resolved: seized': {
    ...taken,
    live: async (loan) => {
      await loan.disputed();
      await resolve(loan, 'SEIZE', seized);
    },
  },
  'resolved: to the platform': {
    ...lost,
    live: async (loan) => {
      await loan.disputed();
      await resolve(loan, 'PLATFORM', platform);
    },
  },
  'settled: goes on': {
    ...taken,
    live: async (loan) => {
      await loan.disputed();
      await settle(loan, 'CONTINUE', 'LOAN_POSTED');
      const body = { outcome: 'SURRENDER' };
      await loan.move(loan.borrower, 'finalize', { done: is(seized), body });
    },
  },
  'settled: seized': {
    ...taken,
    live: async (loan) => {
      await loan.disputed();
      await settle(loan, 'SEIZE', seized);
    },
  },
  'lost before signing': {
    ...freed,
    holder: 'nobody',
    custodyFirst: true,
    live: async (loan) => {
      await loan.accepted();
      await loan.shows('the contract', (escrow) => escrow.borrower_contract_url !== null);
      await loan.lose();
      await loan.becomes('CANCELLED');
    },
  },
  'lost in custody': {
    ...freed,
    holder: 'nobody',
    live: async (loan) => {
      await loan.inCustody();
      await loan.lose();
      await loan.becomes('CANCELLED');
    },
  },
  'lost while it runs': {
    ...lost,
    live: async (loan) => {
      await loan.posted();
      await loan.lose();
      await loan.becomes('ESCALATED');
      await resolve(loan, 'PLATFORM', platform);
    },
  },
  'lost in dispute': {
    ...lost,
    live: async (loan) => {
      await loan.disputed();
      await loan.lose();
      await onlyPlatform(loan);
    },
  },
};
