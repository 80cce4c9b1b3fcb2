/** My Loans of a borrower: answering offers, and lists that follow changes made elsewhere. */

import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Replies, Reply } from '../../testing/render-screen.tsx';
import { renderScreen, replyWith, replyWithError } from '../../testing/render-screen.tsx';
import { monthlyPayments, onePayment } from '../../testing/sample-plans.ts';
import { dismissBanner, getBanner } from '../../ui/feedback/banner.ts';
import { BorrowPage } from './borrow-page.tsx';
import { buildOffer, hourMs } from './testing/sample-offer.ts';

afterEach(() => {
  dismissBanner(getBanner()?.id ?? 0);
  jest.useRealTimers();
});

const page = (offers: object[], pages = 1) =>
  replyWith({
    now: new Date().toISOString(),
    borrowedEscrows: { __typename: 'EscrowPage', escrows: [], pages: 1 },
    receivedOffers: { __typename: 'OfferPage', offers, pages },
    pendingOffers: { __typename: 'OfferPage', offers },
  });

function show(first: Reply, more: Replies = {}, at = '/app/borrow') {
  return renderScreen({
    at,
    screens: { '/app/borrow/:domainsPage?/:offersPage?': <BorrowPage /> },
    answers: { Borrow: () => first, ...more },
  });
}

const accepted = replyWith({
  acceptOffer: {
    __typename: 'Escrow',
    ...onePayment,
    id: 'e1',
    unicodeName: 'harborline.com',
    amount: 100_000,
    term: 90,
    rate: 1_200,
    status: 'PENDING_SIGNATURE',
    stage: null,
    graceEndsAt: null,
    decisionOverdue: false,
    role: 'BORROWER',
    ...{ fundingDueAt: null, receivedBy: null, maySeize: false, inCustodyAt: null },
    borrowerName: 'Ada',
    lenderName: 'Lin',
    dueAt: null,
    payoff: null,
    waitingFor: { __typename: 'WaitingFor', party: 'BOTH', action: 'SIGN', until: null },
    offer: {
      __typename: 'Offer',
      id: 'harborline',
      status: 'ACCEPTED',
      actions: [],
      listing: { __typename: 'Listing', id: 'l1', open: false, actions: [] },
    },
    domain: { __typename: 'Domain', id: 'd1', listed: false, offers: 0 },
  },
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('each link to the offers scrolls to their list, and a page without that hash does not scroll', async () => {
  const scrollIntoView = jest.spyOn(Element.prototype, 'scrollIntoView');
  const { go } = show(page([buildOffer('harborline')]));
  const offers = await screen.findByRole('heading', { name: 'Offers received' });
  await screen.findByRole('table', { name: 'Offers received' });
  expect(offers).not.toHaveFocus();
  for (const time of [1, 2]) {
    await go('/app/borrow#offers');
    await waitFor(() => expect(offers).toHaveFocus());
    expect(scrollIntoView.mock.contexts).toEqual(Array(time).fill(offers));
    act(() => offers.blur());
  }
  await go(-1);
  expect(scrollIntoView).toHaveBeenCalledTimes(2);
  scrollIntoView.mockRestore();
});

test('a link from an email scrolls to the list of offers once it has loaded', async () => {
  show(page([buildOffer('harborline')]), {}, '/app/borrow#offers');
  await screen.findByRole('table', { name: 'Offers received' });
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'Offers received' })).toHaveFocus(),
  );
});

test('accepting asks for confirmation with the figures, and opens the loan', async () => {
  const { calls, at } = show(page([buildOffer('harborline')]), { AcceptOffer: accepted });
  await press('Accept the offer of $1,000.00 on harborline.com');
  const dialog = screen.getByRole('dialog', { name: 'Accept this offer?' });
  const facts = within(dialog)
    .getAllByRole('term')
    .map(({ textContent, nextSibling }) => `${textContent}: ${nextSibling?.textContent}`);
  expect(facts).toEqual([
    'You receive: $1,000.0012%, 90 days',
    expect.stringMatching(
      /^You repay: \$1,030\.03 by .* if it’s paid out today; 7 days of grace follow$/,
    ),
    'Transfer fee: $12.00 from your balance when you transfer in',
    expect.stringMatching(/^APR incl\. fees: /),
    'Agreement: Standard Agreement (Cryptocurrency)',
    expect.stringMatching(/^Lender’s record: /),
    expect.stringMatching(/^Offer ends: \w+ \d+, /),
  ]);
  expect(dialog).toHaveTextContent('all other offers on it are denied');
  expect(dialog).toHaveTextContent(
    /If you don’t repay by .* grace, the lender can take harborline/,
  );
  const statement = 'You state that you know of no third-party claims.';
  expect(screen.getByText(statement).closest('.dialog-actions')).not.toBeNull();
  expect(calls('AcceptOffer')).toEqual([]);
  await press('Accept');
  await waitFor(() =>
    expect(calls('AcceptOffer')).toEqual([{ id: 'harborline', knownClaims: null }]),
  );
  await waitFor(() => expect(getBanner()?.text).toBe('Escrow created'));
  expect(at()).toBe('/app/escrow/e1');
});

test('the claims that a borrower states are sent with the acceptance', async () => {
  const { calls } = show(page([buildOffer('harborline')]), { AcceptOffer: accepted });
  await press('Accept the offer of $1,000.00 on harborline.com');
  const field = screen.getByRole('textbox', { name: /^Third-party claims/ });
  await userEvent.type(field, ' Acme wrote in March. ');
  await press('Accept');
  const sent = { id: 'harborline', knownClaims: 'Acme wrote in March.' };
  await waitFor(() => expect(calls('AcceptOffer')).toEqual([sent]));
});

test('accepting shows the value of the domain with the LTV, and does without it', async () => {
  const appraisal = { __typename: 'Appraisal', low: 110_000, mid: 200_000, high: 360_000 };
  const domain = { __typename: 'Domain', id: 'd1', appraisal, ownerValue: 900_000 };
  const value = { offer: { __typename: 'Offer', id: 'harborline', domain } };
  show(page([buildOffer('harborline')]), { OfferValue: replyWith(value) });
  await press('Accept the offer of $1,000.00 on harborline.com');
  const dialog = within(screen.getByRole('dialog', { name: 'Accept this offer?' }));
  expect(await dialog.findByText('LTV 50%')).toBeVisible();
  expect(dialog.getByText('Est. $2,000')).toBeVisible();
});

test('accepting an offer that its lender has just rescinded shows the error in the dialog', async () => {
  const sentence = 'This offer is RESCINDED; accept is not possible now.';
  const { at } = show(page([buildOffer('harborline')]), {
    AcceptOffer: replyWithError('CONFLICT', sentence, { reason: 'STATUS' }),
  });
  await press('Accept the offer of $1,000.00 on harborline.com');
  await press('Accept');
  expect(await within(screen.getByRole('dialog')).findByText(sentence)).toBeVisible();
  expect(at()).toBe('/app/borrow');
});

test('accepting while a service is down shows the error in the dialog', async () => {
  const sentence = 'Loans and listings are unavailable right now. Try again.';
  show(page([buildOffer('harborline')]), {
    AcceptOffer: replyWithError('UNAVAILABLE', sentence, { service: 'lending' }),
  });
  await press('Accept the offer of $1,000.00 on harborline.com');
  await press('Accept');
  expect(await within(screen.getByRole('dialog')).findByText(sentence)).toBeVisible();
});

test('denying asks for confirmation and refetches the list', async () => {
  const { calls } = show(page([buildOffer('harborline')]), {
    DenyOffer: replyWith({
      denyOffer: {
        __typename: 'Offer',
        id: 'harborline',
        status: 'DENIED',
        actions: [],
        domain: { __typename: 'Domain', id: 'd1', listed: true, offers: 0 },
      },
    }),
  });
  await press('Deny the offer of $1,000.00 on harborline.com');
  await press('Deny');
  await waitFor(() => expect(getBanner()?.text).toBe('Offer denied'));
  expect(calls('Borrow')).toHaveLength(2);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an event for an unknown offer refetches the list', async () => {
  const { calls, push } = show(page([buildOffer('harborline')]));
  await screen.findByRole('table', { name: 'Offers received' });
  act(() =>
    push('OffersLive', { offersChanged: buildOffer('harborline', { message: 'Changed.' }) }),
  );
  expect(await screen.findByText('Changed.')).toBeInTheDocument();
  expect(calls('Borrow')).toHaveLength(1);
  act(() => push('OffersLive', { offersChanged: buildOffer('tessel') }));
  await waitFor(() => expect(calls('Borrow')).toHaveLength(2));
});

test('the list is refetched when an offer expires', async () => {
  jest.useFakeTimers();
  const { calls } = show(page([buildOffer('harborline')]));
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(calls('Borrow')).toHaveLength(1);
  await act(() => jest.advanceTimersByTimeAsync(hourMs));
  expect(calls('Borrow')).toHaveLength(2);
});

test('each empty list says how to fill it', async () => {
  show(page([]));
  expect(await screen.findAllByText('Nothing here yet...')).toHaveLength(2);
  expect(screen.getAllByRole('link', { name: 'My Domains' })).toHaveLength(2);
});

test('an invalid page number shows the 404 page', async () => {
  show(page([]), {}, '/app/borrow/none');
  expect(screen.getByRole('heading', { name: "It's over" })).toBeVisible();
});

test('a page past the end redirects to the last page', async () => {
  const { at } = show(page([], 2), {}, '/app/borrow/1/5');
  await waitFor(() => expect(at()).toBe('/app/borrow/1/2'));
});

test('an unavailable service shows its error, and no empty lists', async () => {
  show(replyWithError('UNAVAILABLE', 'Down.', { service: 'lending', retryAfterSeconds: 60 }));
  expect(await screen.findByText(/Loans and listings can’t be reached/)).toBeVisible();
  expect(screen.queryByText('Nothing here yet...')).toBeNull();
});

test('one click shows the open loans', async () => {
  const { calls } = show(page([]));
  const filter = await screen.findByRole('navigation', { name: 'Filter loans' });
  expect(within(filter).getByRole('link', { current: true })).toHaveTextContent('All loans');
  expect(screen.queryByRole('form')).toBeNull();
  await userEvent.click(within(filter).getByRole('link', { name: 'Open loans' }));
  await waitFor(() => expect(calls('Borrow').at(-1)).toMatchObject({ open: true }));
  expect(within(filter).getByRole('link', { current: true })).toHaveTextContent('Open loans');
});

test('accepting an offer with instalments shows each of them before', async () => {
  const offer = buildOffer('harborline', { ...monthlyPayments, amount: 1_000_000, term: 365 });
  show(page([offer]));
  await press('Accept the offer of $10,000.00 on harborline.com');
  const dialog = within(screen.getByRole('dialog', { name: 'Accept this offer?' }));
  expect(dialog.getByText(/in 12 monthly payments, by/)).toBeVisible();
  expect(await dialog.findByText(/^\$88\d\.\d\d monthly, 12 payments$/)).toBeVisible();
  expect(dialog.getByText('Effective rate incl. fees (EU)')).toBeVisible();
  expect(dialog.getByText(/the lender can accelerate the loan, and take harborline/)).toBeVisible();
});
