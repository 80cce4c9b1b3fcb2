/** Every loan of the demo data: its domain, its parties, and its state by day. */

import type { Terms } from '@nameloan/driver/steps';
import type { LoanRow } from './loan-row.ts';

const terms = (amount: number, apy: number, term: number): Terms => ({ amount, apy, term });

/** Ended loans: repaid, seized, surrendered, cancelled. */
const ended: LoanRow[] = [
  {
    name: 'northfold.com',
    borrower: 'ada',
    lender: 'lin',
    terms: terms(900, 12, 90),
    message: 'Good name, fair terms. I can send the money the day the domain arrives.',
    upTo: { 0: 'active', 62: 'repaid' },
    says: {
      0: [
        ['lin', 'Sent this morning by bank transfer, reference NL-NORTHFOLD.'],
        ['ada', 'It is here, thank you. I have confirmed the receipt.'],
      ],
      62: [
        ['ada', 'I have just sent the whole payoff, a month early.'],
        ['lin', 'Arrived in full. A pleasure; come back any time.'],
      ],
    },
  },
  {
    name: 'goldleaf.net',
    borrower: 'lin',
    lender: 'ada',
    terms: terms(350, 14, 90),
    upTo: { 0: 'active', 62: 'repaid' },
    says: {
      0: [['lin', 'Thanks, Ada. This bridges an invoice that is late.']],
      62: [
        ['lin', 'The invoice was paid at last, so here is yours.'],
        ['ada', 'Received. Your domain is free again.'],
      ],
    },
  },
  {
    name: 'papertrail.co',
    borrower: 'ada',
    lender: 'lin',
    terms: terms(240, 16, 30),
    upTo: { 0: 'active', 41: 'seized' },
    says: {
      30: [
        ['lin', 'The loan is due today. Is the payment on its way?'],
        ['ada', 'I am afraid not. The project behind the name is over.'],
      ],
      41: [['lin', 'The grace period has passed, so I have taken the name. No hard feelings.']],
    },
  },
  {
    name: 'copperwire.net',
    borrower: 'lin',
    lender: 'ada',
    terms: terms(230, 15, 60),
    upTo: { 0: 'active', 41: 'surrendered' },
    says: {
      41: [
        ['lin', 'I will not use this name after all. Would you rather have it than wait?'],
        ['ada', 'Yes, gladly. Then we are square.'],
      ],
    },
  },
  {
    name: 'silverthread.net',
    borrower: 'ada',
    lender: 'lin',
    terms: terms(180, 13, 60),
    upTo: { 71: 'cancelled' },
    says: { 71: [['ada', 'I found the money elsewhere; sorry for the trouble.']] },
  },
];

/** Loans with instalments: in its fourth month, and overdue so that the lender may accelerate it. */
const planned: LoanRow[] = [
  {
    name: 'harvestmoon.com',
    borrower: 'ada',
    lender: 'lin',
    terms: { amount: 600, apy: 12, plan: 'INSTALMENTS', instalments: 12 },
    message: 'A year in monthly payments suits me. The name is well worth it.',
    upTo: { [-26]: 'active', 0: 'instalment', 30: 'instalment', 62: 'instalment' },
    says: {
      0: [['ada', 'The first of twelve is on its way.']],
      62: [
        ['ada', 'Number three is paid, a few days early again.'],
        ['lin', 'Confirmed. I wish everyone paid like that.'],
      ],
    },
  },
  {
    name: 'silverpine.com',
    borrower: 'lin',
    lender: 'ada',
    terms: { amount: 480, apy: 14, plan: 'EQUAL_PRINCIPAL', period: '30D', instalments: 6 },
    upTo: { 30: 'active' },
    says: {
      62: [
        ['ada', 'The first payment was due two days ago. Is everything all right?'],
        ['lin', 'A client pays late. I will catch up as soon as I can.'],
      ],
    },
  },
];

/** Loans that were paid out: running, past due, reported as repaid, disputed. */
const running: LoanRow[] = [
  {
    name: 'sail.net',
    borrower: 'ada',
    lender: 'lin',
    terms: terms(5000, 13, 120),
    message: 'Four letters and a word that everybody knows. Happy to lend on your terms.',
    upTo: { 41: 'active' },
    says: {
      41: [
        ['ada', 'Could you send it in one transfer? My bank charges for each.'],
        ['lin', 'Of course. It left my account a minute ago.'],
        ['ada', 'The money has arrived. Thank you!'],
      ],
      62: [
        ['lin', 'How is the shop coming along?'],
        ['ada', 'We open next month. I expect to repay a few weeks early.'],
      ],
    },
  },
  {
    name: 'cargo.net',
    borrower: 'lin',
    lender: 'ada',
    terms: terms(2400, 11, 60),
    upTo: { 41: 'active', 62: 'extended' },
    extension: 60,
    says: {
      41: [
        ['ada', 'Sent. Please confirm when it is in your account.'],
        ['lin', 'It is. All confirmed.'],
      ],
      62: [
        ['lin', 'Could I have two more months? The order ships later than planned.'],
        ['ada', 'At the same rate, yes. I have signed the amendment.'],
      ],
    },
  },
  {
    name: 'oakbridge.com',
    borrower: 'ada',
    lender: 'lin',
    terms: terms(850, 13.5, 30),
    upTo: { 41: 'active' },
    says: {
      71: [['lin', 'This one is due today. Shall I expect the payment?']],
      73: [
        ['ada', 'My client pays on Friday. You will have it within the grace period.'],
        ['lin', 'That is fine with me. Thanks for letting me know.'],
      ],
    },
  },
  {
    name: 'brightwater.com',
    borrower: 'lin',
    lender: 'ada',
    terms: terms(520, 15, 30),
    upTo: { 41: 'active', 71: 'denied', 73: 'disputed' },
    says: {
      71: [
        ['lin', 'I repaid on Monday. Please look again.'],
        ['ada', 'Nothing has come in. Which account did you send it to?'],
      ],
      73: [['lin', 'The one in your message of last month. I have added the bank’s confirmation.']],
    },
    dispute: {
      denial: 'No payment from you has reached my account, neither that day nor since.',
      reason: 'I sent the whole payoff by bank transfer, and my bank says that it was delivered.',
      evidence: 'Transfer of 526.41 dollars, reference BRIGHTWATER, booked the same day.',
      files: {
        borrower: [
          'transfer-confirmation.txt',
          'Outgoing transfer\nAmount: 526.41 USD\nReference: BRIGHTWATER\nStatus: booked\n',
        ],
        lender: [
          'account-statement.txt',
          'Statement of the account ending in 4471\nIncoming transfers this week: none\n',
        ],
      },
    },
  },
  {
    name: 'quarry.net',
    borrower: 'noor',
    lender: 'lin',
    terms: terms(1700, 12, 90),
    upTo: { 41: 'active', 73: 'claimed' },
    says: { 73: [['noor', 'Repaid today by bank transfer. The reference is in the claim.']] },
  },
  {
    name: 'bluehorse.com',
    borrower: 'theo',
    lender: 'noor',
    terms: terms(800, 14, 30),
    upTo: { 41: 'active', 71: 'denied', 73: 'disputed' },
    dispute: {
      denial: 'You sent half of what is owed.',
      reason: 'We agreed in a call that the other half may come a month later.',
      evidence: 'The call was on the third of the month.',
      files: {
        borrower: ['what-we-agreed.txt', 'Half now, half in a month: those were the words.\n'],
        lender: ['what-came.txt', 'Received: 404.63 of 809.26 dollars.\n'],
      },
    },
  },
];

/** Loans before the payment: each waits for one of the parties. */
const beginning: LoanRow[] = [
  {
    name: 'harborline.com',
    borrower: 'ada',
    lender: 'lin',
    terms: terms(700, 12.5, 120),
    message: 'I have signed already; the rest is up to you.',
    upTo: { 73: 'signed by lender' },
    says: { 73: [['lin', 'Take your time with the agreement, and ask if anything is unclear.']] },
  },
  {
    name: 'velvet.org',
    borrower: 'lin',
    lender: 'ada',
    terms: terms(1900, 12, 180),
    upTo: { 73: 'signed by lender' },
    says: { 73: [['ada', 'Signed on my side. Your turn, whenever it suits you.']] },
  },
  {
    name: 'meadow.io',
    borrower: 'ada',
    lender: 'lin',
    terms: terms(2200, 14, 180),
    upTo: { 72: 'signed' },
    says: {
      73: [
        ['lin', 'Signed. Do you have the transfer code yet?'],
        ['ada', 'My registrar says tomorrow. I start the transfer as soon as it is here.'],
      ],
    },
  },
  {
    name: 'orchard.app',
    borrower: 'lin',
    lender: 'ada',
    terms: terms(950, 15, 150),
    upTo: { 72: 'on its way' },
    says: { 73: [['lin', 'The transfer is under way. My registrar may take up to five days.']] },
  },
  {
    name: 'maple.dev',
    borrower: 'lin',
    lender: 'ada',
    terms: terms(1500, 16, 60),
    upTo: { 72: 'in custody' },
    says: {
      73: [
        ['lin', 'The domain is in custody. My account details are in the agreement.'],
        ['ada', 'Got it. I’ll send it this afternoon.'],
      ],
    },
  },
  {
    name: 'morning.co',
    borrower: 'ada',
    lender: 'noor',
    terms: terms(1300, 15, 90),
    message: 'I lend in cryptocurrency, if that suits you.',
    upTo: { 72: 'in custody', 73: 'sent' },
    says: { 73: [['noor', 'Sent. It should be in your wallet within the hour.']] },
  },
];

/** Oldest first. */
export const loans: readonly LoanRow[] = [...planned, ...ended, ...running, ...beginning];
