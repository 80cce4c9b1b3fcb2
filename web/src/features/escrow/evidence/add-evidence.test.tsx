/** When a party can add evidence, and why it can't. */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import type { Loan } from '../loan-parties.ts';
import { buildLoan } from '../testing/build-loan.ts';
import { AddEvidence } from './add-evidence.tsx';

const open = (more: Partial<Loan>, escrow: object) =>
  renderScreen({
    at: '/loan',
    screens: { '/loan': <AddEvidence loan={buildLoan({ status: 'ESCALATED', ...more })} /> },
    answers: {
      LoanEvidence: replyWith({ escrow: { __typename: 'Escrow', id: 'loan-1', ...escrow } }),
    },
  });
const free = { evidence: [], actions: ['ADD_EVIDENCE'], blockedActions: [] };

test('a party of an open dispute can add a file', async () => {
  open({}, free);
  expect(await screen.findByText('Choose a file or drop it here')).toBeVisible();
});

test('a party that has added all files reads why it can’t add another', async () => {
  const message = 'You have added 10 files, the maximum for each side.';
  const blocked = { __typename: 'BlockedAction', action: 'ADD_EVIDENCE', message };
  open({}, { ...free, actions: [], blockedActions: [blocked] });
  expect(await screen.findByText(message)).toBeVisible();
});

test.each([{ role: 'OPERATOR' }, { status: 'NEW' }] as const)(
  'nothing is read for %j',
  async (more) => {
    const { calls } = open(more, free);
    expect(screen.queryByText('Choose a file or drop it here')).toBeNull();
    expect(calls('LoanEvidence')).toEqual([]);
  },
);
