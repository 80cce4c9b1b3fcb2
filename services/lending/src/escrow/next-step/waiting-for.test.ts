/** Who has to act next: always someone who can act, and never later than a timed transition. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EscrowStatus } from '@nameloan/contracts/loan';
import { escrowStatuses } from '@nameloan/contracts/loan';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { isFinal } from '../../loan/status.ts';
import { missedInstalment } from '../../testing/acceleration-samples.ts';
import {
  buildLoan,
  buildPostedLoan,
  claim,
  inStatus,
  newLoan,
  received,
  simple,
  start,
} from '../../testing/loans.ts';
import { openPayment } from '../../testing/sample-parts.ts';
import { findAvailableActions } from '../available-actions.ts';
import type { Escrow } from '../escrow.ts';
import { computeStage } from '../stage.ts';
import { describeNextAction } from './waiting-for.ts';
import type { WaitingFor } from './waiting-labels.ts';

const at = (day: string) => new Date(`${day}T12:00:00.000Z`);
const shown = (escrow: Escrow, now = start, transferring = false) => {
  const { party, action, until } = describeNextAction(escrow, { now, transferring });
  return [party, action, until?.toISOString().slice(0, 10) ?? null];
};
const inState = (status: EscrowStatus, fields: Partial<Escrow> = {}) =>
  buildLoan({ ...inStatus[status], status, ...fields });
const fullNote = { date: start, method: 'Wire', reference: 'S-1', at: start };

test('each step waits for the right party until its deadline', () => {
  const signing = inState('PENDING_SIGNATURE');
  const transfer = inState('NEW');
  const custody = inState('DOMAIN_IN_CUSTODY');
  const notice = { noticeAt: at('2026-05-09') };
  const table: [string, unknown[], unknown[]][] = [
    ['reserving', shown(newLoan()), ['PLATFORM', 'RESERVE', '2026-03-08']],
    [
      'drawing',
      shown(buildLoan({ reservedAt: start })),
      ['PLATFORM', 'DRAW_CONTRACT', '2026-03-08'],
    ],
    ['signing', shown(signing), ['BOTH', 'SIGN', '2026-03-08']],
    [
      'one has signed',
      shown({ ...signing, lenderSignedAt: start }),
      ['BORROWER', 'SIGN', '2026-03-08'],
    ],
    ['transfer', shown(transfer), ['BORROWER', 'TRANSFER_IN', '2026-03-31']],
    ['under way', shown(transfer, start, true), ['REGISTRY', 'APPROVE_TRANSFER', '2026-03-31']],
    [
      'arrived for too short',
      shown({ ...transfer, renewUntil: at('2027-01-01') }, start, true),
      ['BORROWER', 'RENEW', '2026-03-31'],
    ],
    ['money', shown(custody), ['LENDER', 'MARK_PAID', null]],
    [
      'money with a deadline',
      shown({ ...custody, fundingFrom: start }),
      ['LENDER', 'MARK_PAID', '2026-03-06'],
    ],
    [
      'money that is late',
      shown({ ...custody, fundingFrom: start }, at('2026-03-07')),
      ['LENDER', 'MARK_PAID', '2026-03-11'],
    ],
    [
      'a mark without details',
      shown(buildPostedLoan({ markedAt: start })),
      ['BOTH', 'PAYMENT_DETAILS', '2026-03-04'],
    ],
    [
      'a wish to cancel',
      shown({ ...custody, cancelRequestedAt: start }),
      ['LENDER', 'ANSWER_CANCEL', '2026-03-04'],
    ],
    ['sent, nothing said', shown(buildPostedLoan()), ['BORROWER', 'CONFIRM_RECEIPT', null]],
    [
      'sent with particulars',
      shown(buildPostedLoan({ sent: fullNote })),
      ['BORROWER', 'CONFIRM_RECEIPT', '2026-03-06'],
    ],
    ['running', shown(buildPostedLoan(received)), ['BORROWER', 'REPAY', '2026-05-09']],
    [
      'in grace',
      shown(buildPostedLoan({ ...received, ...notice }), at('2026-05-10')),
      ['BORROWER', 'REPAY', '2026-05-17'],
    ],
    [
      'claimed',
      shown(buildPostedLoan({ ...received, claim }), at('2026-04-03')),
      ['LENDER', 'ANSWER_CLAIM', '2026-04-12'],
    ],
    [
      'overdue',
      shown(buildPostedLoan({ ...received, ...notice }), at('2026-05-20')),
      ['LENDER', 'SEIZE', null],
    ],
    ['disputed', shown(inState('ESCALATED')), ['BOTH', 'ADD_EVIDENCE', '2026-03-11']],
    [
      'to be decided',
      shown(inState('ESCALATED'), at('2026-03-12')),
      ['OPERATOR', 'RESOLVE', '2026-03-15'],
    ],
    ['over', shown(inState('CANCELLED')), ['NONE', null, null]],
  ];
  for (const [name, found, expected] of table) assert.deepEqual(found, expected, name);
});

test('a deemed receipt leads to an operator and never to a seizure', () => {
  const silent = { ...received, receipt: { ...fullNote, by: 'SILENCE' as const } };
  const overdue = buildPostedLoan({ ...silent, noticeAt: at('2026-05-09') });
  assert.deepEqual(shown(overdue, at('2026-05-20')), ['LENDER', 'ESCALATE', null]);
  const { message } = describeNextAction(overdue, { now: at('2026-05-10'), transferring: false });
  assert.match(message, /ask an operator to decide\.$/);
});

test('a domain that left custody leads to an operator too', () => {
  const gone = { inCustodyAt: null, custodyLostAt: start, noticeAt: at('2026-05-09') };
  const overdue = buildPostedLoan({ ...received, ...gone });
  assert.deepEqual(shown(overdue, at('2026-05-20')), ['LENDER', 'ESCALATE', null]);
  const { message } = describeNextAction(overdue, { now: at('2026-05-10'), transferring: false });
  assert.match(
    message,
    /may still repay until grace ends, then the lender may ask an operator to decide\.$/,
  );
});

test('a dispute names the proposer and the party that can agree', () => {
  const settlement = { by: 'LENDER', outcome: 'SEIZE', at: start } as const;
  const { message } = describeNextAction(inState('ESCALATED', { settlement }), {
    now: start,
    transferring: false,
  });
  assert.equal(
    message,
    'The borrower can agree to what the lender proposes, or an operator decides the dispute.',
  );
});

test('only the reader is called you', () => {
  const claimed = buildPostedLoan({ ...received, claim });
  const wish = inState('DOMAIN_IN_CUSTODY', { cancelRequestedAt: start });
  const settlement = { by: 'LENDER', outcome: 'SEIZE', at: start } as const;
  const messageFor = (escrow: Escrow, reader: 'BORROWER' | 'LENDER' | 'OPERATOR', now = start) =>
    describeNextAction(escrow, { now, transferring: false, reader }).message;
  const end = 'confirm or deny the repayment in time, or an operator decides.';
  const claimedAt = at('2026-04-03');
  const table: [string, string][] = [
    [messageFor(claimed, 'LENDER', claimedAt), `You have to ${end}`],
    [messageFor(claimed, 'BORROWER', claimedAt), `The lender has to ${end}`],
    [
      messageFor(wish, 'LENDER'),
      'The borrower asked to cancel: you agree by cancelling, or answer by marking the loan as paid in time, or the loan is cancelled.',
    ],
    [
      messageFor(wish, 'BORROWER'),
      'You asked to cancel: the lender agrees by cancelling, or answers by marking the loan as paid in time, or the loan is cancelled.',
    ],
    [
      messageFor(inState('ESCALATED', { settlement }), 'BORROWER'),
      'You can agree to what the lender proposes, or an operator decides the dispute.',
    ],
    [
      messageFor(inState('ESCALATED', { settlement }), 'LENDER'),
      'The borrower can agree to what you propose, or an operator decides the dispute.',
    ],
    [
      messageFor(inState('PENDING_SIGNATURE'), 'LENDER'),
      'You both have to sign the contract in time, or the loan is cancelled.',
    ],
    [
      messageFor(inState('NEW', { renewUntil: at('2027-01-01') }), 'BORROWER'),
      'The domain has arrived; you have to renew it in time, or the loan is cancelled.',
    ],
    [
      messageFor(buildPostedLoan({ sent: fullNote }), 'BORROWER'),
      'You have to confirm in time that the money arrived, or it counts as received.',
    ],
    [
      messageFor(buildPostedLoan(), 'LENDER'),
      'The borrower has to confirm that the money arrived.',
    ],
  ];
  for (const [found, expected] of table) assert.equal(found, expected);
  for (const status of escrowStatuses)
    assert.doesNotMatch(messageFor(inState(status), 'OPERATOR'), /\byou\b/i);
});

test('with instalments, grace and a reported cure are about the payment that is due', () => {
  const due = missedInstalment.instalmentDueAt as Date;
  const missed = { ...received, ...missedInstalment, ...simple, noticeAt: due, missed: [] };
  const message = (fields: Partial<Escrow>) =>
    describeNextAction(buildPostedLoan({ ...missed, ...fields }), {
      now: addDays(due, 3),
      transferring: false,
      reader: 'LENDER',
    });
  assert.match(message({}).message, /until grace ends, then you may accelerate the loan\.$/);
  const second = { missed: [{ due: addDays(due, -30), curedOn: null }] };
  assert.match(message(second).message, /until grace ends, then you may take the domain\.$/);
  const cure = { ...openPayment, day: due, amountCents: 20_000, reportedAt: addDays(due, 2) };
  const cured = buildPostedLoan({ ...missed, openPayments: [cure] });
  assert.equal(computeStage(cured, addDays(due, 3)), 'REPAYMENT_CLAIMED');
  const { action, message: text } = message({ openPayments: [cure] });
  assert.equal(action, 'ANSWER_PAYMENT');
  assert.match(text, /^You have to confirm or deny the reported payment\b/);
});

/** The API action that completes each step, if there is one. */
const actionOf: Partial<Record<NonNullable<WaitingFor['action']>, string>> = {
  SIGN: 'SIGN',
  MARK_PAID: 'MARK_PAID',
  ANSWER_CANCEL: 'CANCEL',
  CONFIRM_RECEIPT: 'CONFIRM_RECEIPT',
  REPAY: 'CLAIM_REPAID',
  ANSWER_CLAIM: 'DENY_REPAID',
  SEIZE: 'FINALIZE_SEIZE',
  ESCALATE: 'ESCALATE',
  ADD_EVIDENCE: 'ADD_EVIDENCE',
  RESOLVE: 'RESOLVE',
  RELEASE: 'RELEASE',
};

test('the party that has to act can act, at every step and time', () => {
  const fieldSets = [{}, received, { ...received, claim }, { noticeAt: at('2026-05-09') }];
  for (const status of escrowStatuses) {
    for (const escrow of fieldSets.map((one) => inState(status, one))) {
      for (const now of [start, at('2026-05-10'), at('2026-06-20')]) {
        const { party, action, message } = describeNextAction(escrow, { now, transferring: false });
        const isHeld = status === 'FINALIZED_PLATFORM_SEZIURE';
        assert.equal(party === 'NONE', isFinal(status) && !isHeld, status);
        assert.match(message, /^[A-Z].*\.$/);
        const transition = action && actionOf[action];
        if (!transition) continue;
        const roles = party === 'BOTH' ? (['BORROWER', 'LENDER'] as const) : [party];
        for (const role of roles) {
          assert.ok(role === 'BORROWER' || role === 'LENDER' || role === 'OPERATOR');
          const { open } = findAvailableActions(escrow, role, now);
          assert.ok(
            open.some((one) => one === transition),
            `${status}: ${role} cannot ${transition}`,
          );
        }
      }
    }
  }
});
