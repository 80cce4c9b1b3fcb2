/** What an offer means on a listing that refinances a running loan, in one sentence for each party. */

export const refinanceTexts = {
  lender:
    'This refinances a running loan: you pay the old lender directly, and the borrower adds what your loan doesn’t cover or gets what is left.',
  borrower:
    'This refinances your running loan: the new lender pays the old one directly, and you add what the new loan doesn’t cover or get what is left.',
} as const;
