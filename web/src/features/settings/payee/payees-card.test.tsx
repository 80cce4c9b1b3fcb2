/** Payees in Settings: what is shown of them, and what each dialog sends. */

import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Replies } from '../../../testing/render-screen.tsx';
import { renderScreen, replyWith, replyWithError } from '../../../testing/render-screen.tsx';
import { dismissBanner, getBanner } from '../../../ui/feedback/banner.ts';
import type { PayeeRowFragment } from './payees-card.generated.ts';
import { PayeesCard } from './payees-card.tsx';

afterEach(() => dismissBanner(getBanner()?.id ?? 0));

const payee = {
  ...{ __typename: 'Payee', id: 'p1', kind: 'IBAN', label: 'Main', holder: 'Ada Merritt' },
  ...{
    masked: 'DE •••• 3000',
    fingerprint: '1a2b3c4d',
    version: 1,
    warnings: [],
    pending: null,
    options: null,
  },
  effectiveAt: '2026-11-01T00:00:00.000Z',
};
const pending = {
  ...{ __typename: 'PayeeVersion', version: 2, holder: 'Ada Merritt', masked: 'DE •••• 3001' },
  ...{ fingerprint: '5e6f7a8b', effectiveAt: '2026-12-01T12:00:00.000Z', warnings: [] },
};
const show = (payees: object[], answers: Replies = {}) =>
  renderScreen({
    at: '/app/payees',
    screens: {
      '/app/payees': <PayeesCard payees={payees as unknown as PayeeRowFragment[]} />,
    },
    answers,
  });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const submit = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

test('adding sends the fields of the kind only, without empty ones', async () => {
  const { calls } = show([], { AddPayee: replyWith({ addPayee: payee }) });
  await press('Add Payee');
  await type('Account holder', 'Ada Merritt');
  await type('IBAN', 'DE89 3704 0044 0532 0130 00');
  await submit('Add Payee');
  await waitFor(() => expect(getBanner()?.text).toBe('Payee added'));
  expect(calls('AddPayee')).toEqual([
    {
      ...{ kind: 'IBAN', holder: 'Ada Merritt', label: '' },
      fields: { iban: 'DE89 3704 0044 0532 0130 00' },
    },
  ]);
});

test.each([
  [
    'US_BANK',
    { 'Routing number': '021000021', 'Account number': '1234' },
    { routing: '021000021', account: '1234', accountType: 'checking' },
  ],
  ['EVM', { Address: '0x5a' }, { chainId: 1, address: '0x5a' }],
  ['SOLANA', { Address: '7xK', 'Address again': '7xK' }, { address: '7xK', confirm: '7xK' }],
] as const)('a payee of kind %s has its own inputs', async (kind, texts, fields) => {
  const { calls } = show([], { AddPayee: replyWith({ addPayee: payee }) });
  await press('Add Payee');
  await userEvent.selectOptions(await screen.findByLabelText('Kind'), kind);
  for (const [label, text] of Object.entries(texts)) await type(label, text);
  await submit('Add Payee');
  await waitFor(() => expect(calls('AddPayee')).toHaveLength(1));
  expect(calls('AddPayee')[0]).toEqual({ kind, holder: '', label: '', fields });
});

test('a refused detail is reported at its input', async () => {
  const sentence = 'This is not an IBAN: its check digits don’t match. Copy it again.';
  const fields = { 'fields.iban': sentence };
  show([], { AddPayee: replyWithError('INVALID_INPUT', sentence, { fields }) });
  await press('Add Payee');
  await type('IBAN', 'DE89370400440532013001');
  await submit('Add Payee');
  expect(await screen.findByText(sentence)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('IBAN')).toHaveFocus());
});

test('a hold says when it ends', async () => {
  const sentence = 'Payees stay as they are until a day has passed.';
  const availableAt = '2026-12-01T12:00:00.000Z';
  const reason = 'SECURITY_CHANGED_RECENTLY';
  show([], { AddPayee: replyWithError('CONFLICT', sentence, { reason, availableAt }) });
  await press('Add Payee');
  await submit('Add Payee');
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getByText(/Possible from/)).toHaveTextContent(/Dec 1/);
});

test('a change sends all details again and never shows the present ones', async () => {
  const answer = { changePayee: { ...payee, pending } };
  const { calls } = show([payee], { ChangePayee: replyWith(answer) });
  await press('Change Main, DE •••• 3000');
  expect(await screen.findByLabelText('IBAN')).toHaveValue('');
  expect(screen.getByLabelText('Account holder')).toHaveValue('Ada Merritt');
  expect(screen.queryByLabelText('Kind')).toBeNull();
  await type('IBAN', 'DE62370400440532013001');
  await submit('Change Payee');
  await waitFor(() => expect(getBanner()?.text).toMatch(/takes effect in 72 hours/));
  expect(calls('ChangePayee')).toEqual([
    {
      ...{ id: 'p1', holder: 'Ada Merritt', label: 'Main' },
      fields: { iban: 'DE62370400440532013001' },
    },
  ]);
});

test.each([
  [
    { kind: 'EVM', options: { chainId: 8453, accountType: null, wire: null, token: 'USDC' } },
    { Address: '0x5b' },
    { Chain: '8453', 'Token (optional)': 'USDC' },
    { chainId: 8453, address: '0x5b', token: 'USDC' },
  ],
  [
    { kind: 'EVM', options: { chainId: 77_777, accountType: null, wire: null, token: null } },
    { Address: '0x5b' },
    { Chain: '77777' },
    { chainId: 77_777, address: '0x5b' },
  ],
  [
    {
      kind: 'US_BANK',
      options: { chainId: null, accountType: 'savings', wire: true, token: null },
    },
    { 'Routing number': '021000021', 'Account number': '99' },
    { 'Account type': 'savings' },
    { routing: '021000021', account: '99', accountType: 'savings', wire: true },
  ],
  [
    { kind: 'SOLANA', options: { chainId: null, accountType: null, wire: null, token: 'USDC' } },
    { Address: '7x', 'Address again': '7x' },
    { 'Token (optional)': 'USDC' },
    { address: '7x', confirm: '7x', mint: 'USDC' },
  ],
])('a change starts with what is no number: %j', async (about, typed, present, fields) => {
  const changed = { ...payee, ...about };
  const { calls } = show([changed], { ChangePayee: replyWith({ changePayee: changed }) });
  await press('Change Main, DE •••• 3000');
  for (const [label, value] of Object.entries(present))
    expect(await screen.findByLabelText(label)).toHaveValue(value);
  for (const [label, text] of Object.entries(typed)) await type(label, text);
  await submit('Change Payee');
  await waitFor(() => expect(calls('ChangePayee')).toHaveLength(1));
  expect(calls('ChangePayee')[0]).toEqual({
    id: 'p1',
    holder: 'Ada Merritt',
    label: 'Main',
    fields,
  });
});

test('a change that waits shows from when it is valid, and can be withdrawn', async () => {
  const { calls } = show([{ ...payee, pending }], {
    WithdrawPayeeChange: replyWith({ withdrawPayeeChange: payee }),
  });
  expect(screen.getByText('Change pending')).toBeVisible();
  expect(screen.getByText(/Valid from/)).toHaveTextContent(/Dec 1/);
  for (const text of ['DE •••• 3001', '5e6f7a8b', '1a2b3c4d'])
    expect(screen.getByText(text)).toBeVisible();
  await press('Withdraw the change of Main, DE •••• 3000');
  await waitFor(() => expect(calls('WithdrawPayeeChange')).toEqual([{ id: 'p1' }]));
});

test('a payee that a loan names is not deleted, and the dialog says why', async () => {
  const sentence = 'A loan names this payee.';
  const { calls } = show([payee], {
    DeletePayee: replyWithError('CONFLICT', sentence, { reason: 'PAYEE_IN_USE' }),
  });
  await press('Delete Main, DE •••• 3000');
  await submit('Delete Payee');
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(calls('DeletePayee')).toEqual([{ id: 'p1' }]);
});

test('a short form is marked as one, and warnings are shown', () => {
  show([{ ...payee, label: null, warnings: ['Compare every character.'] }]);
  expect(screen.getByText(/never compare by them/)).toBeVisible();
  expect(screen.getByText('Compare every character.')).toBeVisible();
  expect(screen.getByText('Bank account with IBAN')).toBeVisible();
});
