/** Check All: progress until each name has a result, then the counts and the names behind them. */

import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { renderScreen, replyWith, replyWithError } from '../../../testing/render-screen.tsx';
import { MyDomainsPage } from '../my-domains-page.tsx';
import { buildDomain, domainReplies } from '../testing/some-domain.ts';

const screens = {
  '/app/my-domains/*': (
    <Routes>
      <Route element={<MyDomainsPage />}>
        <Route index element={null} />
      </Route>
    </Routes>
  ),
};

const counts = { total: 500, proven: 412, absent: 60, other: 28, unclear: 0, pending: 0 };
const verification = (more: object) => ({
  verification: { __typename: 'Verification', id: 'v1', ...more },
});
const replies = {
  ...domainReplies(buildDomain()),
  CheckAll: replyWith({ verifyDomains: { __typename: 'Verification', id: 'v1', total: 500 } }),
  CheckAllNames: replyWith(
    verification({
      rows: [
        {
          __typename: 'VerificationRow',
          domainId: 'd2',
          name: 'tallow.dev',
          message: 'A resolver sees one other TXT record.',
        },
      ],
    }),
  ),
  AccountRecord: replyWith({
    accountProof: {
      __typename: 'AccountProof',
      txt: {
        __typename: 'AccountTxtRecord',
        host: '_nameloan-challenge',
        value: 'nameloan-account=7k3q',
      },
      nameservers: ['t.ns1.proof.example', 't.ns2.proof.example'],
      cname: null,
    },
  }),
};

test('Check All shows progress, then the counts without empty ones, and the names on request', async () => {
  const states = [verification({ ...counts, pending: 88 }), verification(counts)];
  const next = () => replyWith((states.length > 1 ? states.shift() : states[0]) ?? {});
  renderScreen({
    at: '/app/my-domains',
    screens,
    answers: { ...replies, CheckAllProgress: () => next() },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Check All' }));
  const dialog = await screen.findByRole('dialog', { name: 'Check All' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Check All' }));
  await within(dialog).findByText('Checking: 412 of 500');
  const result = await within(dialog).findByText(
    '412 proven, 60 no record, 28 other record',
    undefined,
    { timeout: 5000 },
  );
  expect(result.getAttribute('role')).toBe('status');
  expect(within(dialog).queryByText(/clear answer/)).toBeNull();
  await userEvent.click(within(dialog).getByText('28 other record'));
  await within(dialog).findByText('tallow.dev');
  await within(dialog).findByText('A resolver sees one other TXT record.');
});

test('Check Again waits for the first check, and is read until it ends as well', async () => {
  const pending = { v1: 88, v2: 12 } as Record<string, number>;
  const started = ['v1', 'v2'];
  renderScreen({
    at: '/app/my-domains?check-all',
    screens,
    answers: {
      ...replies,
      CheckAll: () =>
        replyWith({
          verifyDomains: { __typename: 'Verification', id: started.shift(), total: 500 },
        }),
      CheckAllProgress: ({ id }) =>
        replyWith(verification({ ...counts, id, pending: pending[id] })),
    },
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Check All' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Check All' }));
  await dialog.findByText('Checking: 412 of 500');
  expect(dialog.getByRole('button', { name: 'Check Again' })).toBeDisabled();
  pending.v1 = 0;
  await dialog.findByText(/^412 proven, /);
  await userEvent.click(dialog.getByRole('button', { name: 'Check Again' }));
  await dialog.findByText('Checking: 488 of 500');
  expect(dialog.getByRole('button', { name: 'Check Again' })).toBeDisabled();
  pending.v2 = 0;
  await dialog.findByText(/^412 proven, /);
  expect(dialog.getByRole('button', { name: 'Check Again' })).toBeEnabled();
});

test.each([
  ['cannot be read', replyWithError('FORBIDDEN', 'Log in again.'), 'Log in again.'],
  ['is gone', replyWith({ verification: null }), 'This check isn’t kept any more.'],
])('a check that %s says so, and can be started again', async (_, reply, message) => {
  renderScreen({
    at: '/app/my-domains?check-all',
    screens,
    answers: { ...replies, CheckAllProgress: reply },
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Check All' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Check All' }));
  await dialog.findByText(message);
  expect(dialog.queryByText('Checking…')).toBeNull();
  expect(dialog.getByRole('button', { name: 'Check Again' })).toBeEnabled();
});

test('the account’s record has its values to copy, without the kinds that the operator lacks', async () => {
  renderScreen({ at: '/app/my-domains?check-all', screens, answers: replies });
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByText('One record for all your names'));
  await within(dialog).findByText('nameloan-account=7k3q');
  expect(dialog).toHaveTextContent('t.ns2.proof.example');
  const copies = within(dialog).getAllByRole('button', { name: /^Copy/ });
  expect(copies.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Copy host of the account record',
    'Copy type of the account record',
    'Copy value of the account record',
    'Copy nameserver 1',
    'Copy nameserver 2',
  ]);
  expect(within(dialog).queryByText('CNAME')).toBeNull();
});
