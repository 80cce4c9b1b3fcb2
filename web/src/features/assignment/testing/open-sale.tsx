/** Opens the page of a sale in a test, and finds its cards. */

import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { RenderedScreen, Replies } from '../../../testing/render-screen.tsx';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import { AssignmentPage } from '../assignment-page.tsx';
import type { Sale } from '../describe-sale.ts';

/** As the server sends it. */
export const typed = (sale: Sale) => ({
  __typename: 'Assignment',
  ...sale,
  terms: { __typename: 'PresentTerms', ...sale.terms },
  balance: { __typename: 'LoanBalance', ...sale.balance },
  schedule: sale.schedule.map((row) => ({ __typename: 'ScheduleRow', ...row })),
  payments: sale.payments.map((payment) => ({ __typename: 'LoanPayment', ...payment })),
  evidence: sale.evidence.map((file) => ({ __typename: 'AssignmentEvidence', ...file })),
  sent: sale.sent && { __typename: 'SentPrice', ...sale.sent },
});
export const now = '2027-02-11T10:00:00.000Z';

export function open(sale: Sale, answers: Replies = {}): RenderedScreen {
  return renderScreen({
    at: '/assignments/t',
    screens: {
      '/assignments/:token': <AssignmentPage />,
    },
    answers: { AssignmentPage: replyWith({ now, assignment: typed(sale) }), ...answers },
  });
}
export const card = (name: string) => screen.findByRole('region', { name });
export const next = () => card('What happens next');
export const ended = () => card('How it ended');
export const dialog = () => screen.findByRole('dialog');
export const press = async (within_: HTMLElement, name: string) =>
  userEvent.click(within(within_).getByRole('button', { name }));
export const value = (within_: HTMLElement, label: string) =>
  within(within_).getByText(label).nextElementSibling?.textContent;
