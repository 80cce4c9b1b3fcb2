/** The history of a loan: payments are marked, hashes are folded with a copy, and reminders are one row. */

import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import { foldHashes } from './fold-hashes.ts';
import { History } from './history.tsx';

const hash = 'af10f4c123e5254aa4db3673e8909f31e8d7edd5a6f066145e7969ad07ee1291';

const entry = (id: number, action: string, text: string, more: object = {}) => ({
  __typename: 'EscrowHistoryEntry',
  id: `h${id}`,
  at: `2026-11-${String(id).padStart(2, '0')}T12:00:00.000Z`,
  actor: 'System',
  action,
  text,
  from: 'LOAN_POSTED',
  to: 'LOAN_POSTED',
  note: null,
  ...more,
});

async function show(entries: object[]) {
  renderScreen({
    at: '/loan',
    screens: { '/loan': <History escrowId="loan-1" amount={900_50} /> },
    answers: { LoanHistory: replyWith({ now: new Date().toISOString(), escrowHistory: entries }) },
  });
  return screen.findAllByRole('listitem');
}

test('consecutive reminders of one kind are one row with all their days', async () => {
  const reminder = (id: number) => entry(id, 'REMIND_DUE', 'Due-date reminder sent');
  const opened = entry(1, 'SHOW_PAYEE', 'Opened the payment details', { actor: 'Ada' });
  const rows = await show([
    ...['first', 'second'].map((id) => ({ ...opened, id })),
    entry(1, 'REMIND_RECEIPT', 'Receipt reminder sent'),
    ...[2, 3, 4].map(reminder),
    entry(5, 'SEND_NOTICE', 'Notice of default sent'),
    reminder(6),
  ]);
  expect(rows.map((row) => row.querySelector('p')?.textContent)).toEqual([
    'Due-date reminder sent',
    'Notice of default sent',
    'Due-date reminder sent, 3 times',
    'Receipt reminder sent',
    'Opened the payment details',
    'Opened the payment details',
  ]);
  expect(rows[2]).toHaveTextContent(/earlier: Nov 3.*, Nov 2/);
});

test('a payment is in the history with its amount and its reference', async () => {
  const note = 'Sent on Nov 16, 2026, Wire, reference NL-2041.';
  const [row] = await show([
    entry(1, 'MARK_PAID', 'Marked the loan as paid', { actor: 'Ada', note }),
  ]);
  expect(row).toHaveTextContent(`Marked the loan as paid`);
  expect(row).toHaveTextContent('$900.50');
  expect(row).toHaveTextContent(note);
});

test('a hash is folded to one line and copied whole', async () => {
  const [row] = await show([entry(1, 'SIGN', 'Signed the contract', { note: `SHA-256 ${hash}` })]);
  const code = within(row as HTMLElement).getByText(hash);
  expect(code).toHaveClass('truncate');
  // The clipboard of userEvent exists from here on.
  const user = userEvent.setup();
  await user.click(within(row as HTMLElement).getByRole('button', { name: 'Copy the hash' }));
  expect(await navigator.clipboard.readText()).toBe(hash);
});

test.each([
  ['SHA-256 of a file', `letter.pdf\nSHA-256 ${hash}`, [hash]],
  ['a transaction', `Sent, USDC, reference 0x${hash}.`, [`0x${hash}`]],
  ['an address of the web', `See https://scan.example/tx/0x${hash}?a=1`, []],
  ['a bank reference', 'Wire, reference DE89370400440532013000.', []],
])('%s is folded as far as it is a hash, and no text is lost', (_, note, hashes) => {
  const parts = foldHashes(note);
  expect(parts.filter(({ isHash }) => isHash).map(({ text }) => text)).toEqual(hashes);
  expect(parts.map(({ text }) => text).join('')).toBe(note);
});
