/** The results of a lender as the server answers them; tests override single fields. */

const month = (text: string, earned = 0, expected = 0) => ({
  __typename: 'PerformanceMonth',
  month: `${text}-01`,
  earned,
  expected,
});

export const samplePerformance = {
  __typename: 'LoanPerformance',
  asOf: '2027-01-20T12:00:00.000Z',
  partialSince: null,
  openLoans: 3,
  outstanding: 10_000_00,
  weightedRate: 1251,
  months: [month('2026-12', 27_04), month('2027-01', 10_00, 20_00), month('2027-02', 0, 112_31)],
  interestEarned: 40_00,
  earnedBefore: 2_96,
  expectedLater: 5_00,
  undatedInterest: 9_82,
  borrowers: [
    {
      __typename: 'BorrowerExposure',
      borrowerId: 'b1',
      name: 'Bea',
      loans: 2,
      outstanding: 7_500_00,
    },
  ],
  otherBorrowers: 4,
  otherOutstanding: 2_500_00,
  repaidLoans: 1,
  seizedLoans: 1,
  principalLost: 900_50,
  realisedYieldPercent: -12.5,
  realisedYieldNote: null,
  undecidedLoans: 0,
  seized: [
    {
      __typename: 'Escrow',
      id: 'e1',
      unicodeName: 'vellum.app',
      amount: 900_50,
      seizedAt: '2026-12-02T10:00:00.000Z',
      domain: {
        __typename: 'Domain',
        id: 'd1',
        appraisal: { __typename: 'Appraisal', low: 1, mid: 7_800_00, high: 99_999_999 },
        ownerValue: null,
      },
    },
  ],
};
