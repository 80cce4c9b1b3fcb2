/** My Loans of a lender: the results follow the same changes as the lists above them. */

import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { renderScreen, replyWith } from '../../testing/render-screen.tsx';
import { LendPage } from './lend-page.tsx';
import { samplePerformance } from './testing/sample-performance.ts';

const lists = replyWith({
  now: samplePerformance.asOf,
  lentEscrows: { __typename: 'EscrowPage', escrows: [], pages: 1 },
  sentOffers: { __typename: 'OfferPage', offers: [], pages: 1 },
});

test('a change of a loan refetches the lists and the results', async () => {
  let interestEarned = 40_00;
  const { calls, push } = renderScreen({
    at: '/app/lend',
    screens: { '/app/lend/:domainsPage?/:offersPage?': <LendPage /> },
    answers: {
      Lend: lists,
      Performance: () =>
        replyWith({
          now: samplePerformance.asOf,
          loanPerformance: { ...samplePerformance, interestEarned },
        }),
    },
  });
  expect(await screen.findByText('$40.00')).toBeVisible();
  interestEarned = 67_04;
  const unreadCounts = { __typename: 'UnreadCounts', id: 'u1', alerts: 0, notifications: 1 };
  act(() =>
    push('LoanNotificationsLive', {
      notificationsChanged: { __typename: 'NotificationCenter', id: 'n1', unreadCounts },
    }),
  );
  expect(await screen.findByText('$67.04')).toBeVisible();
  await waitFor(() => expect(calls('Lend')).toHaveLength(2));
});
