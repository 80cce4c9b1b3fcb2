/** Opens a dialog of the amendments of a loan, with the server's preview, for tests. */

import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import { AmendmentsCard } from '../amendments/amendments-card.tsx';
import type { Loan } from '../loan-parties.ts';
import { buildAmendment } from './build-amendment.ts';
import { buildLoan } from './build-loan.ts';

const left = { __typename: 'RemainingPayments' };
const preview = {
  ...{ amountDue: 363_01, payer: 'BORROWER', on: '2099-05-15', payoff: 18_287_67 },
  ...{ nextDue: null, presentOn: '2099-02-14', presentPayoff: 18_295_89, presentNextDue: null },
  remaining: { ...left, count: 1, lastOn: '2099-05-15', total: 18_650_68 },
  presentRemaining: { ...left, count: 1, lastOn: '2099-02-14', total: 18_295_89 },
};
const ofInstalments = {
  nextDue: { date: '2099-03-01', amount: 4_628_67 },
  remaining: { ...left, count: 16, lastOn: '2099-08-14', total: 18_950_00 },
  presentRemaining: { ...left, count: 12, lastOn: '2099-04-14', total: 18_400_00 },
};
const loan: Partial<Loan> = {
  dueAt: '2099-02-14T08:20:00.000Z',
  receivedAt: '2098-11-16T08:20:00.000Z',
};

export const proposed = buildAmendment({ terms: { due: '2099-05-15' } });

export async function open(button: string, more: Partial<Loan>) {
  const rendered = renderScreen({
    at: '/loan',
    screens: { '/loan': <AmendmentsCard loan={buildLoan({ ...loan, ...more })} /> },
    answers: {
      AmendmentPreview: ({ kind }) =>
        replyWith({
          amendmentPreview:
            kind === 'PLAN' || more.presentTerms ? { ...preview, ...ofInstalments } : preview,
        }),
      ExtensionDays: replyWith({
        escrow: { id: 'loan-1', extensionDays: ['2099-03-14', '2099-04-14'] },
      }),
      ProposeAmendment: replyWith({ proposeAmendment: proposed }),
      CounterAmendment: replyWith({ counterAmendment: proposed }),
      AgreeToAmendment: replyWith({ agreeToAmendment: proposed }),
      DeclineAmendment: replyWith({ declineAmendment: proposed }),
      WithdrawAmendment: replyWith({ withdrawAmendment: proposed }),
      ReportPayment: replyWith({ reportPayment: { id: 'p1', status: 'REPORTED' } }),
    },
  });
  await userEvent.click(screen.getByRole('button', { name: button }));
  return { ...rendered, dialog: within(await screen.findByRole('dialog')) };
}

export const monthlyTerms: Loan['presentTerms'] = {
  ...buildLoan().presentTerms,
  ...{ plan: 'INSTALMENTS', period: 'MONTH', instalments: 12 },
};

export const answers: Partial<Loan> = {
  amendments: [proposed],
  actions: ['COUNTER_AMENDMENT', 'AGREE_AMENDMENT', 'DECLINE_AMENDMENT'],
};
