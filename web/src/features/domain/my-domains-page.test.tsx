/** My Domains: a live update that arrives before a mutation's response is not overwritten by it. */

import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
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

interface ActionCase {
  at: string;
  before: object;
  /** Arrives live before the response, which still has the previous state. */
  update: object;
  live?: [subscription: string, field: string];
  act: string;
  answers: string;
}

/** Renders the page; the response to the action arrives after the live update. */
function renderWithLateReply({
  at,
  before,
  update,
  live,
  act,
  answers,
}: ActionCase): RenderedScreen {
  const [subscription, field] = live ?? ['MyDomainsLive', 'domainsChanged'];
  const rendered: { screen?: RenderedScreen } = {};
  const domain = buildDomain(before);
  const quote = { __typename: 'Quote', amount: 1_200, premium: false };
  rendered.screen = renderScreen({
    at: `/app/my-domains${at}`,
    screens,
    answers: {
      ...domainReplies(domain),
      TransferQuote: replyWith({ domain: { __typename: 'Domain', id: 'd1', quote } }),
      [act]: () => {
        rendered.screen?.push(subscription, { [field]: buildDomain({ ...before, ...update }) });
        return replyWith({ [answers]: domain });
      },
    },
  });
  return rendered.screen;
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
      detail: 'A resolver returned it.',
    },
  ],
});

test('the response to a queued check does not overwrite a newer check result', async () => {
  renderWithLateReply({
    at: '?verify=d1',
    before: { status: 'EXTERNAL_UNVERIFIED', actions: ['VERIFY'], ...checked('MISSING') },
    update: { status: 'EXTERNAL_VERIFIED', actions: ['VERIFY', 'LIST'], ...checked('FOUND') },
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

test('a live update of the list reaches the open dialog, also of a domain with an estimate', async () => {
  const appraisal = { __typename: 'Appraisal', low: 110_000, mid: 200_000, high: 360_000 };
  const before = { appraisal, status: 'EXTERNAL_UNVERIFIED', actions: ['VERIFY'] };
  const domain = buildDomain(before);
  const { push } = renderScreen({
    at: '/app/my-domains?verify=d1',
    screens,
    answers: domainReplies(domain),
  });
  await screen.findByRole('button', { name: 'Queue Check' });
  const verified = { status: 'EXTERNAL_VERIFIED', actions: ['VERIFY', 'LIST'] };
  push('MyDomainsLive', { domainsChanged: buildDomain({ ...before, ...verified }) });
  expect(await screen.findByText(/This domain is verified/)).toBeVisible();
});

const held = { status: 'CUSTODY_PAID', nameservers: ['ns1.old.example', 'ns2.old.example'] };
const under = (direction: 'IN' | 'OUT') => ({
  pendingTransfer: true,
  pendingTransferDirection: direction,
});
const resting = { pendingTransfer: false, pendingTransferDirection: null };

interface TransferCase extends ActionCase {
  button: string;
  done: string;
  shows: string;
}

const transfers: Record<string, TransferCase> = {
  'a completed transfer in': {
    at: '/transfer-in?domain=d1',
    before: { actions: ['TRANSFER_IN'] },
    update: held,
    act: 'TransferIn',
    answers: 'transferIn',
    button: 'Transfer In',
    done: 'Transfer initiated',
    shows: 'Yes',
  },
  'a cancelled transfer in': {
    at: '?cancel-transfer=d1',
    before: { actions: ['CANCEL_TRANSFER_IN'], ...under('IN') },
    update: resting,
    act: 'CancelTransferIn',
    answers: 'cancelTransferIn',
    button: 'Cancel Transfer',
    done: 'Transfer cancelled',
    shows: 'No',
  },
  'a started transfer out': {
    at: '/transfer-out?domain=d1',
    before: { ...held, actions: ['TRANSFER_OUT'] },
    update: under('OUT'),
    act: 'TransferOut',
    answers: 'transferOut',
    button: 'Transfer Out',
    done: 'Transfer out started',
    shows: 'Pending',
  },
  'a waiting transfer out': {
    at: '/transfer-out?domain=d1',
    before: { ...held, actions: ['TRANSFER_OUT'] },
    update: { ...under('OUT'), transferOutStartsAt: '2026-11-23T08:00:00.000Z' },
    act: 'TransferOut',
    answers: 'transferOut',
    button: 'Transfer Out',
    done: 'Transfer out started',
    shows: 'Pending',
  },
  'a cancelled transfer out': {
    at: '?cancel-transfer=d1',
    before: { ...held, actions: ['CANCEL_TRANSFER_OUT'], ...under('OUT') },
    update: resting,
    act: 'CancelTransferOut',
    answers: 'cancelTransferOut',
    button: 'Cancel Transfer',
    done: 'Transfer cancelled',
    shows: 'Yes',
  },
};

test.each(Object.entries(transfers))(
  '%s is not overwritten by its response',
  async (_, transfer) => {
    renderWithLateReply(transfer);
    const code =
      transfer.act === 'TransferIn' && (await screen.findByLabelText('EPP transfer code'));
    if (code) await userEvent.type(code, 'Xy-123');
    await press(transfer.button);
    await screen.findByText(transfer.done);
    const row = screen.getByRole('row', { name: /vellum\.app/ });
    const transferred = within(row).getAllByRole('cell')[1] as HTMLElement;
    expect(transferred).toHaveTextContent(new RegExp(`${transfer.shows}$`));
  },
);

test('nameservers from a live update are the initial values of their dialog', async () => {
  const screenHandle = renderWithLateReply({
    at: '/edit-ns?domain=d1',
    before: { ...held, actions: ['SET_NAMESERVERS'] },
    update: { nameservers: ['ns1.new.example', 'ns2.new.example'] },
    act: 'EditNameservers',
    answers: 'setNameservers',
  });
  const first = () => screen.findByLabelText('Nameserver 1');
  await userEvent.clear(await first());
  await userEvent.type(await first(), 'ns1.new.example');
  await press('Change Nameservers');
  await screen.findByText('Nameservers changed successfully');
  await screenHandle.go('/app/my-domains/edit-ns?domain=d1');
  expect(await first()).toHaveValue('ns1.new.example');
});

test('DS records are shown, checked line by line, and sent only when they change', async () => {
  const ds = [{ keyTag: 2371, algorithm: 13, digestType: 2, digest: 'AB'.repeat(32) }];
  const { calls } = renderWithLateReply({
    at: '/edit-ns?domain=d1',
    before: { ...held, actions: ['SET_NAMESERVERS'], ds },
    update: { nameservers: ['ns1.new.example', 'ns2.new.example'] },
    act: 'EditNameservers',
    answers: 'setNameservers',
  });
  const field = await screen.findByLabelText('DS records for DNSSEC (optional)');
  expect(field).toHaveValue(`2371 13 2 ${'AB'.repeat(32)}`);
  await userEvent.clear(field);
  await userEvent.type(field, '2371 13');
  await press('Change Nameservers');
  expect(await screen.findByText(/^Each line needs a key tag/)).toBeVisible();
  expect(calls('EditNameservers')).toEqual([]);
  await userEvent.clear(field);
  await press('Change Nameservers');
  await screen.findByText('Nameservers changed successfully');
  expect(calls('EditNameservers')).toEqual([{ id: 'd1', nameservers: held.nameservers, ds: [] }]);
});

test('updates of many domains refetch the list at once and again at the end, not for each', async () => {
  const { push, calls } = renderScreen({
    at: '/app/my-domains',
    screens,
    answers: domainReplies(buildDomain()),
  });
  await screen.findByRole('row', { name: /vellum\.app/ });
  const before = calls('MyDomains').length;
  jest.useFakeTimers({ advanceTimers: true });
  await act(async () => {
    for (let index = 0; index < 50; index++)
      push('MyDomainsLive', { domainsChanged: buildDomain({ id: `other-${index}` }) });
  });
  await act(async () => jest.advanceTimersByTime(5_000));
  jest.useRealTimers();
  expect(calls('MyDomains').length - before).toBe(2);
});

test('a domain whose loan waits for signatures says by when, and leads to the loan', async () => {
  const domain = buildDomain({
    ...{ reserved: true, actions: ['TRANSFER_IN'] },
    escrow: { __typename: 'Escrow', id: 'e1' },
  });
  const until = '2026-12-10T12:00:00.000Z';
  const loan = {
    ...{ __typename: 'Escrow', id: 'e1', domainId: 'd1', stage: null, fundingDueAt: null },
    ...{ receivedBy: null, maySeize: false, inCustodyAt: null, nextDue: null },
    waitingFor: { __typename: 'WaitingFor', action: 'SIGN', label: 'Sign the agreement', until },
  };
  const dashboard = {
    __typename: 'Dashboard',
    waitingLoans: { __typename: 'WaitingLoans', total: 1, escrows: [loan] },
    waitingOffers: null,
  };
  const { MyDomains, ...answers } = domainReplies(domain);
  renderScreen({
    at: '/app/my-domains',
    screens,
    answers: { ...answers, MyDomains: replyWith({ ...MyDomains.data, dashboard }) },
  });
  const table = await screen.findByRole('table', { name: 'My domains' });
  expect(table).toHaveTextContent('Sign the agreement by Dec 10, or the loan is cancelled');
  expect(within(table).getByRole('button', { name: 'View Loan: vellum.app' })).toBeVisible();
  expect(within(table).queryByRole('button', { name: 'Transfer In: vellum.app' })).toBeNull();
});
