/** Sample data of the dashboard, and the page rendered with it. */

import { screen } from '@testing-library/react';
import type { Reply } from '../../../testing/render-screen.tsx';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import { DashboardPage } from '../dashboard-page.tsx';

const dayMs = 86_400_000;
/** A minute later, so that the days stay whole while the test runs. */
export const inDays = (days: number) => new Date(Date.now() + days * dayMs + 60_000).toISOString();

const waiting = (action: string, until: string | null) => ({
  __typename: 'WaitingFor',
  party: 'BORROWER',
  action,
  label: action,
  until,
  message: '',
});
export const loan = {
  __typename: 'Escrow',
  id: 'l1',
  domainId: 'd1',
  domainName: 'sail.net',
  unicodeName: 'sail.net',
  role: 'BORROWER',
  amount: 80_000,
  payoff: 86_012,
  cureAmount: 86_012,
  nextDue: null,
  status: 'LOAN_POSTED',
  stage: 'IN_GRACE',
  receivedAt: inDays(-92),
  dueAt: inDays(-2),
  graceEndsAt: inDays(6),
  ...{ fundingDueAt: null, receivedBy: 'BORROWER', maySeize: false, inCustodyAt: inDays(-93) },
  decisionOverdue: false,
  borrowerName: 'Ada Bell',
  lenderName: 'Lin Okafor',
  waitingFor: waiting('REPAY', inDays(6)),
};
export const flow = (more: object) => ({
  __typename: 'PaymentFlow',
  escrowId: 'l1',
  unicodeName: 'sail.net',
  kind: 'REPAYMENT',
  direction: 'OUT',
  at: inDays(20),
  amount: 86_012,
  graceEndsAt: inDays(28),
  ...more,
});
export const flows = (list: object[], more = {}) => ({
  __typename: 'PaymentFlows',
  total: list.length,
  incoming: 120_000,
  outgoing: 86_012,
  complete: true,
  flows: list,
  ...more,
});
const sum = (amount: number) => ({ __typename: 'LoanSum', count: 1, amount });
export const totals = (more = {}) => ({
  __typename: 'LoanTotals',
  open: 2,
  amount: 120_000,
  running: sum(80_000),
  inProgress: sum(40_000),
  payoff: 86_012,
  largest: [loan],
  ...more,
});
const noLoans = totals({
  ...{ open: 0, amount: 0, running: sum(0), inProgress: sum(0), payoff: 0, largest: [] },
});
export const none = { listed: false, offered: false, borrowed: false, lent: false };
export const newAccount = {
  waitingLoans: { __typename: 'WaitingLoans', total: 0, escrows: [] },
  waitingOffers: { __typename: 'WaitingOffers', total: 0, domains: [] },
  waitingPushes: { __typename: 'WaitingPushes', total: 0, pushes: [] },
  waitingDisputes: null,
  waitingPayments: null,
  domains: { __typename: 'DomainTotals', count: 0, estimatedValue: 0, byStatus: [] },
  borrowing: noLoans,
  lending: noLoans,
  paymentFlows: flows([]),
  milestones: { __typename: 'LoanMilestones', ...none },
};
export const busy = {
  ...newAccount,
  waitingLoans: { __typename: 'WaitingLoans', total: 1, escrows: [loan] },
  waitingOffers: {
    __typename: 'WaitingOffers',
    total: 1,
    domains: [
      {
        __typename: 'OfferedDomain',
        domainId: 'd2',
        unicodeName: 'cedar.me',
        count: 2,
        expiresAt: inDays(3),
        best: { __typename: 'BestOffer', amount: 420_000, term: 365, rate: 1_250 },
      },
    ],
  },
  borrowing: totals(),
  milestones: { __typename: 'LoanMilestones', ...none, borrowed: true },
};
const self = { __typename: 'User', id: 'a1', name: 'Ada Bell', operator: false };
export const reply = (dashboard: object | null, more: object = {}, errors?: object[]) =>
  ({
    ...(replyWith({
      now: new Date().toISOString(),
      self: { ...self, ...more },
      dashboard: dashboard && { __typename: 'Dashboard', ...dashboard },
    }) as object),
    ...(errors ? { errors } : {}),
  }) as Reply;
export const show = (...first: Parameters<typeof reply>) => showReplies(reply(...first));
/** The last one is repeated. A function replies with what it returns at that time. */
export function showReplies(...replies: (Reply | (() => Reply))[]) {
  const rest = [...replies];
  return renderScreen({
    screens: { '/app': <DashboardPage /> },
    at: '/app',
    answers: {
      Dashboard: () => {
        const next = rest.length > 1 ? rest.shift() : rest[0];
        return typeof next === 'function' ? next() : next;
      },
    },
  });
}

export const regionOf = (name: string | RegExp) => screen.findByRole('region', { name });

export const isDown = (service: string) => [
  {
    message: 'A service is unavailable.',
    extensions: { code: 'UNAVAILABLE', service },
  },
];
