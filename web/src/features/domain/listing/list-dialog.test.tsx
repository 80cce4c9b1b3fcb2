/** Create Listing: what lenders will see of the domain's value. */

import { expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { MyDomainsPage } from '../my-domains-page.tsx';
import { buildDomain, domainReplies } from '../testing/some-domain.ts';
import { ListDialog } from './list-dialog.tsx';

const show = (more: object) =>
  renderScreen({
    at: '/app/my-domains/list?domain=d1',
    screens: {
      '/app/my-domains/*': (
        <Routes>
          <Route element={<MyDomainsPage />}>
            <Route path="list" element={<ListDialog />} />
          </Route>
        </Routes>
      ),
    },
    answers: domainReplies(buildDomain({ actions: ['LIST'], ...more })),
  });

test('it opens with what a listing costs, and what a loan costs then', async () => {
  show({});
  expect(await screen.findByText(/^Listing is free\./)).toHaveTextContent(
    'Listing is free. The transfer into custody costs $12.00, once you accept an offer. It stays open until you accept an offer or remove it.',
  );
  expect(screen.getByLabelText('Desired APR')).toHaveAccessibleDescription(
    'Yearly rate, without fees',
  );
  cleanup();
  show({ status: 'CUSTODY_PAID' });
  expect(await screen.findByText(/^Listing is free\./)).not.toHaveTextContent('transfer');
});

test('without an estimate the summary has the owner’s figure, stored or typed', async () => {
  show({ ownerValue: 900_000 });
  const summary = await screen.findByRole('status', { name: 'Loan cost' });
  expect(summary).toHaveTextContent('$9,000 (owner’s figure)');
  const dialog = screen.getByRole('dialog');
  expect(dialog).toHaveTextContent('If you don’t repay that loan, the lender can take vellum.app.');
  const amount = screen.getByLabelText('Desired loan amount');
  expect(amount).toHaveAccessibleDescription('$9,000 (owner’s figure)');
  const field = screen.getByLabelText(/^Your estimate/);
  await userEvent.type(field, '12,500');
  expect(summary).toHaveTextContent('$12,500 (owner’s figure)');
  await userEvent.clear(field);
  expect(summary).toHaveTextContent('$9,000 (owner’s figure)');
});
