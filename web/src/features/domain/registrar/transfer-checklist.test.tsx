/** The transfer checklist informs: what is open comes first, and the dialog works without it. */

import { expect, test } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import { ListDialog } from '../listing/list-dialog.tsx';
import { MyDomainsPage } from '../my-domains-page.tsx';
import { buildDomain, domainReplies } from '../testing/some-domain.ts';
import { TransferChecklist } from './transfer-checklist.tsx';
import { TransferInDialog } from './transfer-in-dialog.tsx';

const checklist = {
  items: [
    { code: 'UNLOCK', state: 'TODO', message: 'Unlock it.' },
    { code: 'CODE', state: 'TODO', message: 'Ask for the code.' },
    { code: 'DNS_HOSTING', state: 'WARN', message: 'DNS may stop.' },
    { code: 'DNSSEC', state: 'UNKNOWN', message: 'Nothing is known.' },
    { code: 'EXPIRY', state: 'OK', message: 'Registered for long.' },
  ],
  canLeaveOn: '2027-02-14',
} as const;

test('what is open comes first with its state in words, and the rest is folded', () => {
  render(<TransferChecklist checklist={checklist} />);
  const section = screen.getByRole('region', { name: 'Transfer checklist' });
  const [open] = within(section).getAllByRole('list', { hidden: true });
  expect(open).toHaveTextContent(
    'To do: Unlock it.To do: Ask for the code.Note: DNS may stop.Unknown: Nothing is known.',
  );
  expect(within(section).getByText('1 done')).toBeVisible();
  expect(section).toHaveTextContent('Once with us, it can be transferred out from Feb 14, 2027');
});

test('folded, its summary counts what is open', () => {
  render(<TransferChecklist checklist={checklist} folded />);
  screen.getByText('2 to do, 1 note, 1 unknown');
  cleanup();
  const done = { items: checklist.items.slice(4), canLeaveOn: null };
  render(<TransferChecklist checklist={done} folded />);
  screen.getByText('nothing to do');
});

const escrow = { __typename: 'Escrow', id: 'e1', amount: 700_00 };
const until = '2026-12-10T12:00:00.000Z';
const waitingFor = { __typename: 'WaitingFor', action: 'TRANSFER_IN', until };

const dialogs = {
  'transfer-in': { action: 'TRANSFER_IN', dialog: <TransferInDialog />, button: 'Transfer In' },
  list: { action: 'LIST', dialog: <ListDialog />, button: 'Create Listing' },
};

test.each(['transfer-in', 'list'] as const)('%s shows it and blocks nothing', async (path) => {
  const { action, dialog, button } = dialogs[path];
  renderScreen({
    at: `/app/my-domains/${path}?domain=d1`,
    screens: {
      '/app/my-domains/*': (
        <Routes>
          <Route element={<MyDomainsPage />}>
            <Route path={path} element={dialog} />
          </Route>
        </Routes>
      ),
    },
    answers: {
      ...domainReplies(buildDomain({ actions: [action], escrow, transferChecklist: checklist })),
      TransferDeadline: replyWith({ escrow: { ...escrow, waitingFor } }),
    },
  });
  const opened = await screen.findByRole('dialog', { name: button });
  expect(opened).toHaveTextContent('Transfer checklist');
  if (path === 'transfer-in') {
    expect(opened).toHaveTextContent('A loan is paid out only once its domain is in our custody.');
    expect(
      await within(opened).findByText(/^You get \$700\.00 once vellum\.app is in our custody/),
    ).toHaveTextContent(/by Dec 10, .*, its loan is cancelled\.$/);
  }
  expect(within(opened).getByRole('button', { name: button })).toBeVisible();
});
