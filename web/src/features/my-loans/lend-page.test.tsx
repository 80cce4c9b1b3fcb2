/** My Loans of a lender: sent offers are one line each, and the results follow the same changes as the lists above them. */

import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen, replyWith } from '../../testing/render-screen.tsx';
import { onePayment } from '../../testing/sample-plans.ts';
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

test('a sent offer says in one line what it brings; the message and the rest are folded', async () => {
  const offer = {
    ...{ __typename: 'Offer', id: 'o1', listingId: 'l1', unicodeName: 'vellum.app', escrow: null },
    ...onePayment,
    ...{ amount: 900_50, rate: 1800, term: 60, status: 'PENDING', contract: 'BANK_TRANSFER' },
    ...{ createdAt: samplePerformance.asOf, expiresAt: '2027-01-27T12:00:00.000Z' },
    ...{ message: 'Call me first.', actions: ['RESCIND'] },
    disclosure: {
      ...{ __typename: 'Disclosure', receives: 900_50, repays: 927_54, interest: 27_04 },
      ...{ transferFee: 12_00, aprAllCostsPercent: 20.1 },
      security: 'The domain is all that the lender can take.',
    },
  };
  renderScreen({
    at: '/app/lend',
    screens: { '/app/lend/:domainsPage?/:offersPage?': <LendPage /> },
    answers: {
      Lend: replyWith({
        now: samplePerformance.asOf,
        lentEscrows: { __typename: 'EscrowPage', escrows: [], pages: 1 },
        sentOffers: { __typename: 'OfferPage', offers: [offer], pages: 1 },
      }),
    },
  });
  const line = await screen.findByText('Message and details');
  expect(line).toHaveTextContent('Message and details · You get back $927.54');
  for (const text of ['Call me first.', /You send/, offer.disclosure.security])
    expect(screen.getByText(text)).not.toBeVisible();
  await userEvent.click(line);
  expect(screen.getByText('Call me first.')).toBeVisible();
  expect(screen.getByText(/You send/)).toHaveTextContent(
    /^You send \$900\.50, get back \$927\.54 and earn \$27\.04\. Due \w+ \d+, \d+, if paid out today\.$/,
  );
});
