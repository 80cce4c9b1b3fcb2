/** Loans that end before money was sent. */

import type { Found } from '../loan-driver.ts';
import type { Branch } from './scenario.ts';
import { cancel, freed, notHereFirst } from './scenario.ts';

export const cancelled: Record<string, Branch> = {
  'reservation refused': {
    ...freed,
    ...notHereFirst,
    domainStays: true,
    live: async (loan) => {
      await loan.accepted({ proofTaken: true });
      await loan.becomes('CANCELLED');
    },
  },
  'cancelled by the lender before signing': {
    ...freed,
    domainStays: true,
    live: async (loan) => {
      await loan.accepted();
      await cancel(loan, 'lender');
    },
  },
  'never signed': {
    ...freed,
    domainStays: true,
    live: async (loan) => {
      await loan.accepted();
      await loan.day(8);
      await loan.becomes('CANCELLED');
    },
  },
  'signed by one alone': {
    ...freed,
    domainStays: true,
    live: async (loan) => {
      await loan.accepted();
      await loan.sign(loan.variety.lenderSignsFirst ? loan.lender : loan.borrower);
      await loan.day(8);
      await loan.becomes('CANCELLED');
    },
  },
  'cancelled by the borrower after signing': {
    ...freed,
    ...notHereFirst,
    domainStays: true,
    live: async (loan) => {
      await loan.signed();
      await cancel(loan, 'borrower');
    },
  },
  'never transferred': {
    ...freed,
    ...notHereFirst,
    domainStays: true,
    live: async (loan) => {
      await loan.signed();
      await loan.day(31);
      await loan.becomes('CANCELLED');
    },
  },
  'cancelled by the lender in custody': {
    ...freed,
    live: async (loan) => {
      await loan.inCustody();
      await cancel(loan, 'lender');
    },
  },
  'cancelled by the lender’s silence': {
    ...freed,
    live: async (loan) => {
      await loan.inCustody();
      const done = (escrow: Found) => escrow.cancel_requested_at !== null;
      await loan.move(loan.borrower, 'cancel', { done });
      await loan.day(4);
      await loan.becomes('CANCELLED');
    },
  },
};
