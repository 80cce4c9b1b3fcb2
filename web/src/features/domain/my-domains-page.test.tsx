/** My Domains: what its dialogs have begun, in whichever order it is told. */

import { afterEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import type { RenderedScreen } from '../../testing/render-screen.tsx';
import { renderScreen, replyWith } from '../../testing/render-screen.tsx';
import { dismissBanner, getBanner } from '../../ui/feedback/banner.ts';
import { MyDomainsPage } from './my-domains-page.tsx';
import { NameserversDialog } from './registrar/nameservers-dialog.tsx';
import { TransferInDialog } from './registrar/transfer-in-dialog.tsx';
import { TransferOutDialog } from './registrar/transfer-out-dialog.tsx';
import { buildDomain, domainReplies } from './testing/some-domain.ts';

afterEach(() => dismissBanner(getBanner()?.id ?? 0));

const screens = {
  '/app/my-domains/*': (
    <Routes>
      <Route element={<MyDomainsPage />}>
        <Route index element={null} />
        <Route path="edit-ns" element={<NameserversDialog />} />
        <Route path="transfer-in" element={<TransferInDialog />} />
        <Route path="transfer-out" element={<TransferOutDialog />} />
      </Route>
    </Routes>
  ),
};

interface Asked {
  at: string;
  before: object;
  /** What comes live before the answer, which is still of the time before. */
  since: object;
  live?: [subscription: string, field: string];
  act: string;
  answers: string;
}

/** On stage, with an answer that comes last. */
function late({ at, before, since, live, act, answers }: Asked): RenderedScreen {
  const [subscription, field] = live ?? ['MyDomainsLive', 'domainsChanged'];
  const there: { stage?: RenderedScreen } = {};
  const domain = buildDomain(before);
  const quote = { __typename: 'Quote', amount: 1_200, premium: false };
  there.stage = renderScreen({
    at: `/app/my-domains${at}`,
    screens,
    answers: {
      ...domainReplies(domain),
      TransferQuote: replyWith({ domain: { __typename: 'Domain', id: 'd1', quote } }),
      [act]: () => {
        there.stage?.push(subscription, { [field]: buildDomain({ ...before, ...since }) });
        return replyWith({ [answers]: domain });
      },
    },
  });
  return there.stage;
}

const press = async (name: string) => {
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(await within(dialog).findByRole('button', { name }));
};

const checked = (outcome: string) => ({
  verificationAttempts: [
    {
      __typename: 'VerificationAttempt',
      at: '2026-11-22T10:00:00.000Z',
      outcome,
      detail: 'A resolver says so.',
    },
  ],
});

test('the answer to a queued check does not put back what the check has found since', async () => {
  late({
    at: '?verify=d1',
    before: { status: 'EXTERNAL_UNVERIFIED', actions: ['VERIFY'], ...checked('MISSING') },
    since: { status: 'EXTERNAL_VERIFIED', actions: ['VERIFY', 'LIST'], ...checked('FOUND') },
    live: ['VerifyDomainLive', 'domainChanged'],
    act: 'QueueCheck',
    answers: 'verifyDomain',
  });
  await screen.findByText('Not there yet');
  await press('Queue Check');
  expect(await screen.findByText('Record found')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Get Loan' })).toBeVisible();
  expect(screen.queryByText('Not there yet')).toBeNull();
});

const held = { status: 'CUSTODY_PAID', nameservers: ['ns1.old.example', 'ns2.old.example'] };
const under = (direction: 'IN' | 'OUT') => ({
  pendingTransfer: true,
  pendingTransferDirection: direction,
});
const resting = { pendingTransfer: false, pendingTransferDirection: null };

interface Transfer extends Asked {
  button: string;
  done: string;
  shows: string;
}

const transfers: Record<string, Transfer> = {
  'a transfer in that is through already': {
    at: '/transfer-in?domain=d1',
    before: { actions: ['TRANSFER_IN'] },
    since: held,
    act: 'TransferIn',
    answers: 'transferIn',
    button: 'Transfer In',
    done: 'Transfer initiated',
    shows: 'Yes',
  },
  'a transfer in that is called off': {
    at: '?cancel-transfer=d1',
    before: { actions: ['CANCEL_TRANSFER_IN'], ...under('IN') },
    since: resting,
    act: 'CancelTransferIn',
    answers: 'cancelTransferIn',
    button: 'Cancel Transfer',
    done: 'Transfer cancelled',
    shows: 'No',
  },
  'a transfer out that has begun': {
    at: '/transfer-out?domain=d1',
    before: { ...held, actions: ['TRANSFER_OUT'] },
    since: under('OUT'),
    act: 'TransferOut',
    answers: 'transferOut',
    button: 'Transfer Out',
    done: 'Transfer out started',
    shows: 'Pending',
  },
  'a transfer out that is called off': {
    at: '?cancel-transfer=d1',
    before: { ...held, actions: ['CANCEL_TRANSFER_OUT'], ...under('OUT') },
    since: resting,
    act: 'CancelTransferOut',
    answers: 'cancelTransferOut',
    button: 'Cancel Transfer',
    done: 'Transfer cancelled',
    shows: 'Yes',
  },
};

test.each(Object.entries(transfers))('%s is not put back by its answer', async (_, asked) => {
  late(asked);
  const code = asked.act === 'TransferIn' && (await screen.findByLabelText('EPP transfer code'));
  if (code) await userEvent.type(code, 'Xy-123');
  await press(asked.button);
  await screen.findByText(asked.done);
  const row = screen.getByRole('row', { name: /vellum\.app/ });
  const transferred = within(row).getAllByRole('cell')[1] as HTMLElement;
  expect(transferred).toHaveTextContent(new RegExp(`${asked.shows}$`));
});

test('nameservers that came live are what their dialog begins with, whatever the answer says', async () => {
  const there = late({
    at: '/edit-ns?domain=d1',
    before: { ...held, actions: ['SET_NAMESERVERS'] },
    since: { nameservers: ['ns1.new.example', 'ns2.new.example'] },
    act: 'EditNameservers',
    answers: 'setNameservers',
  });
  const first = () => screen.findByLabelText('Nameserver 1');
  await userEvent.clear(await first());
  await userEvent.type(await first(), 'ns1.new.example');
  await press('Change Nameservers');
  await screen.findByText('Nameservers changed successfully');
  await there.go('/app/my-domains/edit-ns?domain=d1');
  expect(await first()).toHaveValue('ns1.new.example');
});
