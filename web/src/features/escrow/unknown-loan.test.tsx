/** The 404 page: what could not be found, and the way home. */

import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { renderScreen, replyWith, replyWithError } from '../../testing/render-screen.tsx';
import { NotFoundPage } from '../../ui/feedback/not-found-page.tsx';
import { EscrowPage } from './escrow-page.tsx';

test('an unknown address says so and leads to the front page', () => {
  render(
    <MemoryRouter>
      <NotFoundPage />
    </MemoryRouter>,
  );
  expect(screen.getByRole('heading', { level: 1, name: "It's over" })).toBeVisible();
  expect(screen.getByText('This page doesn’t exist, or what it showed has ended.')).toBeVisible();
  expect(screen.getByRole('link')).toHaveAttribute('href', '/');
});

test('an unknown loan has its own sentence and leads to the dashboard', async () => {
  renderScreen({
    at: '/app/escrow/unknown',
    screens: { '/app/escrow/:id': <EscrowPage /> },
    answers: {
      EscrowPage: replyWithError('NOT_FOUND', 'There is no such loan.'),
      OwnSales: replyWith({ assignments: [] }),
    },
  });
  expect(await screen.findByRole('heading', { level: 1, name: "It's over" })).toBeVisible();
  expect(
    screen.getByText('This loan doesn’t exist, or you’re not one of its parties.'),
  ).toBeVisible();
  expect(screen.queryByText(/This page/)).toBeNull();
  expect(screen.getByRole('link')).toHaveAttribute('href', '/app');
});
