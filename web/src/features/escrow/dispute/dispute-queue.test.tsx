/** The queue of disputes says whether the operator can decide yet, and who proposed an outcome. */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import { DisputeQueue } from './dispute-queue.tsx';

const dispute = {
  ...{ __typename: 'Escrow', id: 'e1', domainName: 'sail.net', unicodeName: 'sail.net' },
  ...{
    amount: 500_00,
    payoff: 526_84,
    status: 'ESCALATED',
    stage: null,
    graceEndsAt: null,
    role: 'OPERATOR',
  },
  ...{ borrowerName: 'Milo Reyes', lenderName: 'Ada Park', decisionOverdue: false },
  escalation: { at: '2027-03-07T12:00:00.000Z', by: 'LENDER', reason: 'No money', evidence: null },
  settlement: null as object | null,
  domain: { __typename: 'Domain', id: 'd1', appraisal: { mid: 160_000 }, ownerValue: null },
  disputeDates: {
    evidenceUntil: '2027-03-17T12:00:00.000Z',
    decisionDue: '2027-03-21T12:00:00.000Z',
  },
  waitingFor: { __typename: 'WaitingFor', party: 'OPERATOR', action: 'RESOLVE' },
};

async function show(more: object) {
  renderScreen({
    at: '/app/disputes',
    screens: { '/app/disputes': <DisputeQueue /> },
    answers: {
      Disputes: replyWith({
        now: '2027-03-10T12:00:00.000Z',
        disputes: { __typename: 'EscrowPage', escrows: [{ ...dispute, ...more }], pages: 1 },
      }),
    },
  });
  return screen.findByRole('table', { name: 'Disputes' });
}

test('a dispute whose evidence is complete can be decided now', async () => {
  expect(await show({})).toHaveTextContent(/Mar 21.*Decide now/);
});

test('a dispute that still takes evidence can be decided after it', async () => {
  const waitingFor = { ...dispute.waitingFor, party: 'BOTH', action: 'ADD_EVIDENCE' };
  const table = await show({ waitingFor });
  expect(table).toHaveTextContent('Decide from Mar 17');
  expect(table).not.toHaveTextContent('Decide now');
});

test('a row says what was lent, what is owed and what the domain is worth', async () => {
  const table = await show({});
  expect(table).toHaveTextContent('Ada Park lends to Milo Reyes · Est. $1,600');
  expect(table).toHaveTextContent('$500.00 lent$526.84 owed');
});

test('an operator who is a party is not asked to decide', async () => {
  expect(await show({ role: 'LENDER' })).not.toHaveTextContent(/Decide (now|from)/);
});

test('a decided dispute needs no decision', async () => {
  const waitingFor = { ...dispute.waitingFor, party: 'BORROWER', action: 'REPAY' };
  expect(await show({ status: 'LOAN_POSTED', waitingFor })).not.toHaveTextContent(
    /Decide (now|from)/,
  );
});

test.each([
  ['BORROWER', 'Milo Reyes'],
  ['LENDER', 'Ada Park'],
])('a proposal of the %s names its proposer', async (by, name) => {
  const settlement = { by, outcome: 'CONTINUE', label: 'Continue the loan', at: '2027-03-09' };
  expect(await show({ settlement })).toHaveTextContent(`Continue the loanby ${name}`);
});
