/** Builds a running loan as its lender sees it; a test overrides what it needs. */

import type { ActionButton } from '../action/loan-actions.ts';
import { listCountedPayments } from '../loan/counted-payments.ts';
import type { Loan } from '../loan-parties.ts';

/** Builds a disabled button without a reason. */
export const buildButton = (
  label: string,
  action: ActionButton['actions'][number],
  more: Partial<ActionButton> = {},
): ActionButton => ({
  label,
  actions: [action],
  enabled: false,
  standard: false,
  danger: false,
  message: null,
  choices: [],
  ...more,
});

/** With the actions of both parties, as lending sends it. */
export const buildFinalize = (more: Partial<ActionButton> = {}): ActionButton =>
  buildButton('Finalize', 'FINALIZE_RETURN', {
    actions: ['FINALIZE_RETURN', 'FINALIZE_SEIZE', 'FINALIZE_SURRENDER'],
    ...more,
  });

/** The customer's four; the labels in `enabled` are enabled. */
export const buildStandardButtons = (...enabled: readonly string[]): ActionButton[] =>
  [
    buildButton('Mark Paid', 'MARK_PAID'),
    buildFinalize(),
    buildButton('Escalate', 'ESCALATE', { danger: true }),
    buildButton('Cancel', 'CANCEL', { danger: true }),
  ].map((button) => ({ ...button, standard: true, enabled: enabled.includes(button.label) }));

/** As lending adds them up: all that count, without the one that pays `payoff`. */
function addUpParts({
  payments = [],
  payoff = 18_100_00,
  repaymentClaim,
  replaces = null,
  replacedBy = null,
  sent = null,
}: Partial<Loan>): Loan['partPayments'] {
  const payoffId = payoff ? repaymentClaim?.paymentId : undefined;
  const counted = listCountedPayments({ payments, replaces, replacedBy, sent });
  const parts = counted.filter(({ id }) => id !== payoffId);
  return { count: parts.length, total: parts.reduce((sum, { amount }) => sum + amount, 0) };
}

export const buildLoan = (more: Partial<Loan> = {}): Loan => ({
  id: 'loan-1',
  domainId: 'domain-1',
  domainName: 'vellum.app',
  unicodeName: 'vellum.app',
  amount: 18_000_00,
  term: 90,
  rate: 1325,
  plan: 'BULLET',
  period: null,
  instalments: null,
  balloonOf: null,
  rows: null,
  early: 'KEEP_AMOUNT',
  lateFee: 0,
  lateFeeCap: null,
  defaultRate: 0,
  acceleratedAt: null,
  accelerationEndsAt: null,
  accrual: 'SIMPLE_365',
  contract: 'BANK_TRANSFER',
  businessStatement: null,
  knownClaims: null,
  termsChangedOn: null,
  presentTerms: {
    ...{ rate: 1325, due: '2027-02-14', plan: 'BULLET' },
    ...{ period: null, instalments: null, balloonOf: null, rows: null, early: 'KEEP_AMOUNT' },
    ...{ lateFee: 0, lateFeeCap: null, defaultRate: 0 },
  },
  actions: ['PROPOSE_AMENDMENT'],
  blockedActions: [],
  amendments: [],
  legalHoldSince: null,
  status: 'LOAN_POSTED',
  stage: 'ACTIVE',
  role: 'LENDER',
  replaces: null,
  replacedBy: null,
  refinanceListing: null,
  createdAt: '2026-11-10T09:00:00.000Z',
  contractDrawnAt: '2026-11-10T09:01:00.000Z',
  borrowerName: 'Milo Reyes',
  lenderName: 'Ada Park',
  borrowerSigned: true,
  lenderSigned: true,
  borrowerSignedAt: '2026-11-11T10:00:00.000Z',
  lenderSignedAt: '2026-11-12T10:00:00.000Z',
  borrowerContractUrl: null,
  lenderContractUrl: 'http://localhost/contracts/ada',
  signedPdfUrl: 'http://localhost/api/contracts/ada/pdf',
  contractPath: '/api/escrow/loan-1/contract',
  actionButtons: buildStandardButtons('Finalize', 'Escalate'),
  waitingFor: {
    party: 'BORROWER',
    action: 'REPAY',
    until: '2027-02-14T08:20:00.000Z',
    message: 'You have to repay by February 14, 2027 at 08:20 UTC.',
  },
  deadlines: [],
  receivedAt: '2026-11-16T08:20:00.000Z',
  receivedBy: 'BORROWER',
  dueAt: '2027-02-14T08:20:00.000Z',
  graceEndsAt: '2027-02-22T08:20:00.000Z',
  payoff: 18_100_00,
  payoffIfDenied: null,
  payments: [],
  partPayments: addUpParts(more),
  balance: {
    principal: 18_000_00,
    interest: 100_00,
    fees: 0,
    defaultInterest: 0,
    ifConfirmed: null,
    ifDenied: null,
  },
  nextDue: null,
  cureAmount: 0,
  lateFees: 0,
  defaultInterest: 0,
  discharged: null,
  disclosure: {
    receives: 18_000_00,
    transferFee: 0,
    repays: 18_597_00,
    interest: 597_00,
    aprAllCostsPercent: 13.45,
    security:
      'A security interest in the domain name vellum.app, held in escrow until the loan ends.',
  },
  sent: null,
  repaymentClaim: null,
  escalation: null,
  settlement: null,
  disputeDates: null,
  evidenceDone: [],
  decisionOverdue: false,
  maySeize: false,
  rejectablePayments: [],
  evidence: [],
  payee: null,
  counterpartyPayee: null,
  payeeBlocked: null,
  paymentDue: false,
  inCustodyAt: '2026-11-14T09:12:00.000Z',
  cancelRequestedAt: null,
  fundingDueAt: null,
  markLapsesAt: null,
  paymentDetailsRequired: false,
  whatNext: 'You have to repay.',
  held: null,
  caseNotes: [],
  renewUntil: null,
  finalizedAt: null,
  ...more,
});
