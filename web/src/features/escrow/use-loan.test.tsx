/** The history is refetched when an event differs from the last one, even if the page shows that change already. */

import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen, replyWith } from '../../testing/render-screen.tsx';
import { History } from './history/history.tsx';
import { buildLoan } from './testing/build-loan.ts';
import { useLoan } from './use-loan.ts';

// In a hidden tab no timed refetch runs.
beforeEach(() => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
});

function LoanProbe() {
  const { loan, reload } = useLoan('loan-1');
  return (
    <>
      <p>{loan?.status}</p>
      <p>{loan?.payoff}</p>
      <button type="button" onClick={reload}>
        Read
      </button>
      <History amount={1} escrowId="loan-1" />
    </>
  );
}

const loanIn = (status: 'LOAN_POSTED' | 'ESCALATED') => ({
  __typename: 'Escrow',
  ...buildLoan({ status }),
});

/** Shows a loan after its first event, which repeats what was read. */
async function openLoan() {
  const now = '2027-02-10T12:00:00.000Z';
  const server = { loan: loanIn('LOAN_POSTED') };
  const there = renderScreen({
    at: '/loan',
    screens: { '/loan': <LoanProbe /> },
    answers: {
      EscrowPage: () => replyWith({ now, escrow: { ...server.loan, domain: null } }),
      LoanHistory: replyWith({ now, escrowHistory: [] }),
    },
  });
  await screen.findByText('LOAN_POSTED');
  there.push('EscrowLive', { escrowChanged: server.loan });
  await waitFor(() => expect(there.calls('LoanHistory')).toHaveLength(1));
  return { ...there, server };
}

test('an event refetches the history even when a refetch has shown its change before', async () => {
  const { server, push, calls } = await openLoan();
  server.loan = loanIn('ESCALATED');
  await userEvent.click(screen.getByRole('button', { name: 'Read' }));
  await screen.findByText('ESCALATED');
  expect(calls('LoanHistory')).toHaveLength(1);
  push('EscrowLive', { escrowChanged: server.loan });
  await waitFor(() => expect(calls('LoanHistory')).toHaveLength(2));
});

test('a repeated event, or one that changes the daily payoff only, does not refetch the history', async () => {
  const { server, push, calls } = await openLoan();
  push('EscrowLive', { escrowChanged: server.loan });
  push('EscrowLive', { escrowChanged: { ...server.loan, payoff: 18_200_00 } });
  await screen.findByText('1820000');
  expect(calls('LoanHistory')).toHaveLength(1);
});
