/** The operators’ queue of holds: requests and holds are paged separately. */

import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import { HoldQueue } from './hold-queue.tsx';

const request = (id: string) => ({
  __typename: 'LegalRequest',
  ...{ id, kind: 'UDRP', domain: `${id}.com`, unicodeName: `${id}.com`, caseId: `D-${id}` },
  ...{ provider: 'WIPO', contact: 'case@example.org', text: 'Lock it.' },
  receivedAt: '2026-11-20T12:00:00.000Z',
});
const show = (at: string, { total, pages }: { total: number; pages: number }) =>
  renderScreen({
    at,
    screens: { '/app/disputes': <HoldQueue /> },
    answers: {
      LegalHolds: ({ requestPage }) =>
        replyWith({
          now: '2026-11-21T12:00:00.000Z',
          legalHolds: { __typename: 'LegalHoldPage', holds: [], pages: 1 },
          legalRequests: {
            __typename: 'LegalRequestPage',
            requests: total === 0 ? [] : [request(`page${requestPage}`)],
            ...{ total, pages },
          },
        }),
    },
  });

test('the pages of requests are walked by links, and the page of the holds stays', async () => {
  const { calls, at } = show('/app/disputes?tab=holds&page=4&requests=2', { total: 41, pages: 3 });
  expect(await screen.findByText('41 open requests')).toBeVisible();
  expect(screen.getByText(/D-page2/)).toBeVisible();
  const pages = screen.getByRole('navigation', { name: 'Pages of requests' });
  await userEvent.click(within(pages).getByRole('link', { name: 'Next' }));
  expect(await screen.findByText(/D-page3/)).toBeVisible();
  expect(calls('LegalHolds')).toEqual([
    { page: 4, requestPage: 2 },
    { page: 4, requestPage: 3 },
  ]);
  expect(new URLSearchParams(at().split('?')[1]).get('tab')).toBe('holds');
});

test('a single page has no links', async () => {
  show('/app/disputes?tab=holds', { total: 1, pages: 1 });
  expect(await screen.findByText('1 open request')).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Pages of requests' })).toBeNull();
});

test('without requests only the holds are shown', async () => {
  show('/app/disputes?tab=holds', { total: 0, pages: 1 });
  expect(await screen.findByRole('button', { name: 'Place a Hold' })).toBeVisible();
  expect(screen.queryByText(/open request/)).toBeNull();
});
