/** When a loan's history is read again: by what was told of the loan before, whatever is drawn by then. */

import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { stage, told } from '../../testing/stage.tsx';
import { History } from './history/history.tsx';
import { someLoan } from './testing/build-loan.ts';
import { useLoan } from './use-loan.ts';

// Nobody looks, so nothing is read because of the hour.
beforeEach(() => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
});

function Drawn() {
  const { loan, reload } = useLoan('loan-1');
  return (
    <>
      <p>{loan?.status}</p>
      <p>{loan?.payoff}</p>
      <button type="button" onClick={reload}>
        Read
      </button>
      <History escrowId="loan-1" />
    </>
  );
}

const loanIn = (status: 'LOAN_POSTED' | 'ESCALATED') => ({
  __typename: 'Escrow',
  ...someLoan({ status }),
});

/** A loan on screen that was told of once, as it was read. */
async function watched() {
  const now = '2027-02-10T12:00:00.000Z';
  const server = { loan: loanIn('LOAN_POSTED') };
  const there = stage({
    at: '/loan',
    screens: { '/loan': <Drawn /> },
    answers: {
      EscrowPage: () => told({ now, escrow: { ...server.loan, domain: null } }),
      LoanHistory: told({ now, escrowHistory: [] }),
    },
  });
  await screen.findByText('LOAN_POSTED');
  there.push('EscrowLive', { escrowChanged: server.loan });
  await waitFor(() => expect(there.calls('LoanHistory')).toHaveLength(1));
  return { ...there, server };
}

test('a change that was read and drawn before it is told has its history read too', async () => {
  const { server, push, calls } = await watched();
  server.loan = loanIn('ESCALATED');
  await userEvent.click(screen.getByRole('button', { name: 'Read' }));
  await screen.findByText('ESCALATED');
  expect(calls('LoanHistory')).toHaveLength(1);
  push('EscrowLive', { escrowChanged: server.loan });
  await waitFor(() => expect(calls('LoanHistory')).toHaveLength(2));
});

test('what is told again, or differs in figures of the day alone, has none', async () => {
  const { server, push, calls } = await watched();
  push('EscrowLive', { escrowChanged: server.loan });
  push('EscrowLive', { escrowChanged: { ...server.loan, payoff: 18_200_00 } });
  await screen.findByText('1820000');
  expect(calls('LoanHistory')).toHaveLength(1);
});
