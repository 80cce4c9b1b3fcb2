/** Scenarios that end before money is sent. */

import type { RestObject } from '../loan-driver.ts';
import type { Scenario } from './scenario.ts';
import { cancel, custodyAfterListing, freed } from './scenario.ts';

export const cancelled: Record<string, Scenario> = {
  'reservation rejected': {
    ...freed,
    ...custodyAfterListing,
    domainNotTransferred: true,
    run: async (loan) => {
      await loan.accepted({ proofTaken: true });
      await loan.waitForStatus('CANCELLED');
    },
  },
  'cancelled by the lender before signing': {
    ...freed,
    domainNotTransferred: true,
    run: async (loan) => {
      await loan.accepted();
      await cancel(loan, 'lender');
    },
  },
  'never signed': {
    ...freed,
    domainNotTransferred: true,
    run: async (loan) => {
      await loan.accepted();
      await loan.day(8);
      await loan.waitForStatus('CANCELLED');
    },
  },
  'signed by one party only': {
    ...freed,
    domainNotTransferred: true,
    run: async (loan) => {
      await loan.accepted();
      await loan.sign(loan.variety.lenderSignsFirst ? loan.lender : loan.borrower);
      await loan.day(8);
      await loan.waitForStatus('CANCELLED');
    },
  },
  'cancelled by the borrower after signing': {
    ...freed,
    ...custodyAfterListing,
    domainNotTransferred: true,
    run: async (loan) => {
      await loan.signed();
      await cancel(loan, 'borrower');
    },
  },
  'never transferred': {
    ...freed,
    ...custodyAfterListing,
    domainNotTransferred: true,
    run: async (loan) => {
      await loan.signed();
      await loan.day(31);
      await loan.waitForStatus('CANCELLED');
    },
  },
  'cancelled by the lender in custody': {
    ...freed,
    run: async (loan) => {
      await loan.inCustody();
      await cancel(loan, 'lender');
    },
  },
  'cancelled without the lender’s response': {
    ...freed,
    run: async (loan) => {
      await loan.inCustody();
      const done = (escrow: RestObject) => escrow.cancel_requested_at !== null;
      await loan.act(loan.borrower, 'cancel', { done });
      await loan.day(4);
      await loan.waitForStatus('CANCELLED');
    },
  },
};
