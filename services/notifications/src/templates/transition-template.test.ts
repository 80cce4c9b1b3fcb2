/** Each move of a loan: the other party is told, and what to do is an alert to whoever must do it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventData } from '@nameloan/contracts/events.ts';
import type { EscrowStatus, EscrowTransition } from '@nameloan/contracts/loan.ts';
import { escrowTransitions } from '@nameloan/contracts/loan.ts';
import type { TemplateContext } from './template.ts';
import { transitionTemplate } from './transition-template.ts';

type Moved = EventData<'lending.escrow.moved'>;

const loan = {
  id: 'e1',
  version: 1,
  borrowerId: 'bo',
  lenderId: 'le',
  domainName: 'example.com',
  amountCents: 90_050,
  termDays: 60,
  rateBps: 1800,
};
const known: TemplateContext = { loan, operatorIds: ['op', 'bo'] };
/** Who the operators are is read from the store only for what is told to them. */
const alone: TemplateContext = {
  loan,
  get operatorIds(): never {
    throw new Error('the operators were asked for');
  },
};

interface Case {
  move: EscrowTransition;
  by: Moved['by'];
  steps: Steps;
}
type Steps = EscrowStatus | `${EscrowStatus} ${EscrowStatus}`;

function moved({ move, by, steps }: Case, note: string): Moved {
  const [from, to = from] = steps.split(' ') as [EscrowStatus, EscrowStatus?];
  const parties = { domainName: 'example.com', borrowerId: 'bo', lenderId: 'le' };
  const dueAt = '2026-12-28T10:00:00.000Z';
  const graceEndsAt = '2027-01-05T10:00:00.000Z';
  return {
    escrowId: 'e1',
    domainId: 'd1',
    ...parties,
    move,
    by,
    from,
    to,
    note,
    dueAt,
    graceEndsAt,
    payoffCents: 92_754,
    daysToDue: null,
    receivedBy: 'BORROWER',
    collateralGone: false,
  };
}

/** Move, by whom, from and to, who is told ("!" an alert), and words that must be there. */
const cases: [EscrowTransition, Moved['by'], Steps, string, RegExp?][] = [
  [
    'RESERVATION_REFUSED',
    'SYSTEM',
    'PENDING_SIGNATURE CANCELLED',
    'bo le',
    /could not be reserved.* Reason: Why not\./,
  ],
  ['SIGN', 'BORROWER', 'PENDING_SIGNATURE', 'le!', /signature is still missing/],
  ['SIGN', 'LENDER', 'PENDING_SIGNATURE', 'bo!'],
  ['SIGN', 'LENDER', 'PENDING_SIGNATURE NEW', 'bo! le', /start its transfer into custody/],
  ['SIGN', 'BORROWER', 'PENDING_SIGNATURE DOMAIN_IN_CUSTODY', 'bo le!', /sends the money now/],
  // One's own act raises no alert.
  ['SIGN', 'BORROWER', 'PENDING_SIGNATURE NEW', 'bo le', /start its transfer into custody/],
  ['SIGN', 'LENDER', 'PENDING_SIGNATURE DOMAIN_IN_CUSTODY', 'bo le', /sends the money now/],
  ['CANCEL', 'BORROWER', 'NEW CANCELLED', 'le', /The borrower has cancelled/],
  ['CANCEL', 'LENDER', 'DOMAIN_IN_CUSTODY CANCELLED', 'bo', /The lender has cancelled/],
  ['CANCEL', 'SYSTEM', 'NEW CANCELLED', 'bo le', /Nameloan has cancelled/],
  ['CANCEL', 'BORROWER', 'DOMAIN_IN_CUSTODY', 'le!', /asks to cancel/],
  ['CUSTODY_ARRIVED', 'SYSTEM', 'NEW DOMAIN_IN_CUSTODY', 'le!', /Mark Paid, then send \$900\.50/],
  ['CUSTODY_ARRIVED', 'SYSTEM', 'PENDING_SIGNATURE', ''],
  ['CUSTODY_LOST', 'SYSTEM', 'NEW CANCELLED', 'bo le', /left our custody\. Reason: Why not\./],
  ['CUSTODY_LOST', 'SYSTEM', 'LOAN_POSTED ESCALATED', 'bo! le! op!', /left our custody/],
  [
    'CUSTODY_LOST',
    'SYSTEM',
    'ESCALATED',
    'bo! le! op!',
    /left our custody .* only with a decision for the platform/,
  ],
  ['CUSTODY_LOST', 'SYSTEM', 'PENDING_SIGNATURE CANCELLED', 'bo le', /has left our custody/],
  ['MARK_PAID', 'LENDER', 'DOMAIN_IN_CUSTODY LOAN_POSTED', 'bo!', /\$900\.50 .*Please confirm/],
  ['MARK_PAID', 'BORROWER', 'DOMAIN_IN_CUSTODY LOAN_POSTED', 'le', /due on December 28, 2026/],
  ['CONFIRM_RECEIPT', 'BORROWER', 'LOAN_POSTED', 'le', /\$900\.50 .*due on December 28, 2026/],
  ['CLAIM_REPAID', 'BORROWER', 'LOAN_POSTED', 'le!', /Details: Why not\. Please finalize/],
  ['DENY_REPAID', 'LENDER', 'LOAN_POSTED', 'bo!', /denies .* Reason: Why not\./],
  ['FINALIZE_RETURN', 'LENDER', 'LOAN_POSTED FINALIZED_RETURN_TO_BORROWER', 'bo', /complete/],
  ['FINALIZE_SEIZE', 'LENDER', 'LOAN_POSTED FINALIZED_LENDER_SEIZURE', 'bo', /satisfied in full/],
  ['FINALIZE_SURRENDER', 'BORROWER', 'LOAN_POSTED FINALIZED_LENDER_SEIZURE', 'le', /given up/],
  [
    'ESCALATE',
    'LENDER',
    'LOAN_POSTED ESCALATED',
    'bo! op!',
    /The lender has escalated .* Reason: Why not\. Each of you has 10 days to add evidence .* settle/,
  ],
  ['ADD_EVIDENCE', 'LENDER', 'ESCALATED', 'bo', /The lender has added .* Newest file: Why not\./],
  ['SETTLE_CONTINUE', 'BORROWER', 'ESCALATED', 'le!', /proposes .* so that the loan goes on/],
  ['SETTLE_RETURN', 'LENDER', 'ESCALATED', 'bo!', /The lender proposes .* settle on the same/],
  [
    'SETTLE_RETURN',
    'BORROWER',
    'ESCALATED FINALIZED_RETURN_TO_BORROWER',
    'bo le',
    /both agreed .* returns to the borrower/,
  ],
  [
    'SETTLE_SEIZE',
    'LENDER',
    'ESCALATED FINALIZED_LENDER_SEIZURE',
    'bo le',
    /both agreed .* goes to the lender/,
  ],
  [
    'RESOLVE_CONTINUE',
    'OPERATOR',
    'ESCALATED LOAN_POSTED',
    'bo le',
    /the loan goes on\. Reason: Why not\./,
  ],
  [
    'RESOLVE_RETURN',
    'OPERATOR',
    'ESCALATED FINALIZED_RETURN_TO_BORROWER',
    'bo le',
    /returns to the borrower/,
  ],
  [
    'RESOLVE_SEIZE',
    'OPERATOR',
    'ESCALATED FINALIZED_LENDER_SEIZURE',
    'bo le',
    /goes to the lender/,
  ],
  [
    'RESOLVE_PLATFORM',
    'OPERATOR',
    'ESCALATED FINALIZED_PLATFORM_SEZIURE',
    'bo le',
    /platform takes/,
  ],
  ['EXPIRE_SIGNATURE', 'SYSTEM', 'PENDING_SIGNATURE CANCELLED', 'bo le', /within 7 days.* free/],
  ['EXPIRE_TRANSFER', 'SYSTEM', 'NEW CANCELLED', 'bo le', /within 30 days.* free/],
  ['CANCEL_UNANSWERED', 'SYSTEM', 'DOMAIN_IN_CUSTODY CANCELLED', 'bo le', /within 3 days.* free/],
  ['REMIND_RECEIPT', 'SYSTEM', 'LOAN_POSTED', 'bo!', /\$900\.50 .* confirm .* Why not/],
  [
    'DEEM_RECEIVED',
    'SYSTEM',
    'LOAN_POSTED',
    'bo! le',
    /for 5 days\. It is due on December 28, 2026/,
  ],
  ['REMIND_DUE', 'SYSTEM', 'LOAN_POSTED', 'bo!', /due today, on December 28, 2026\..* \$927\.54/],
  [
    'SEND_NOTICE',
    'SYSTEM',
    'LOAN_POSTED',
    'bo! le!',
    /due on December 28, 2026.*until January 5, 2027.*\$927\.54/,
  ],
  [
    'ESCALATE_UNANSWERED',
    'SYSTEM',
    'LOAN_POSTED ESCALATED',
    'bo! le! op!',
    /For 10 days the lender has not answered/,
  ],
  ['SEAL_CONTRACT', 'SYSTEM', 'NEW', ''],
  ['DRAW_CONTRACT', 'SYSTEM', 'PENDING_SIGNATURE', ''],
  ['RESERVATION_GRANTED', 'SYSTEM', 'PENDING_SIGNATURE', ''],
];

for (const [move, by, steps, expected, words] of cases) {
  test(`${move} by ${by} (${steps}) is told to: ${expected || 'nobody'}`, () => {
    const asked = expected.includes('op') ? known : alone;
    const told = transitionTemplate(moved({ move, by, steps }, 'Why\nnot'), asked);
    assert.equal(told.map(({ to, alert }) => (alert ? `${to}!` : to)).join(' '), expected);
    if (words) assert.match(told[0]?.body ?? '', words);
    for (const { to, title, body, link } of told) {
      assert.match(body, /example\.com.*\.$/);
      assert.match(title, /example\.com/);
      assert.equal(link, to === 'op' ? '/app/disputes/e1' : '/app/escrow/e1');
      assert.doesNotMatch(`${title} ${body}`, /undefined|null|\.\.|\s\s|\n/);
    }
  });
}

test('every move there is has a case here', () => {
  assert.deepEqual([...new Set(cases.map(([move]) => move))].sort(), [...escrowTransitions].sort());
});

/** The body of what the borrower is told. */
function borrowerReads(move: EscrowTransition, facts: Partial<Moved>): string {
  const fact = { ...moved({ move, by: 'SYSTEM', steps: 'LOAN_POSTED' }, ''), note: null, ...facts };
  return transitionTemplate(fact, known).find(({ to }) => to === 'bo')?.body ?? '';
}

test('a notice tells to claim a repayment only where none is claimed', () => {
  assert.match(borrowerReads('SEND_NOTICE', {}), /say so with Claim Repaid\.$/);
  const claimed = borrowerReads('SEND_NOTICE', { note: 'The lender has yet to answer.' });
  assert.match(claimed, / Please note: The lender has yet to answer\.$/);
  assert.doesNotMatch(claimed, /Claim Repaid/);
});

test('both parties are sent the notice of default under that name', () => {
  const told = transitionTemplate(
    moved({ move: 'SEND_NOTICE', by: 'SYSTEM', steps: 'LOAN_POSTED' }, ''),
    known,
  );
  assert.deepEqual(
    told.map(({ to }) => to),
    ['bo', 'le'],
  );
  for (const { title } of told) assert.match(title, /^Notice of default: /);
});

test('who is asked to sign, to transfer or to confirm reads what silence brings', () => {
  const reads = (move: EscrowTransition, steps: Steps, note: string) =>
    transitionTemplate(moved({ move, by: 'LENDER', steps }, note), known)[0]?.body ?? '';
  assert.match(reads('SIGN', 'PENDING_SIGNATURE', ''), /cancelled 7 days after the acceptance\.$/);
  assert.match(reads('SIGN', 'PENDING_SIGNATURE NEW', ''), /cancelled after 30 days\.$/);
  const silence = 'Without an answer the money counts as received on May 9, 2026.';
  const posted = 'DOMAIN_IN_CUSTODY LOAN_POSTED';
  assert.match(reads('MARK_PAID', posted, silence), /on May 9, 2026\. Please confirm/);
  assert.doesNotMatch(reads('MARK_PAID', posted, ''), /counts? as rece/);
});

test('a reminder says how many days are left, and in grace until when', () => {
  const reads = (daysToDue: number) => borrowerReads('REMIND_DUE', { daysToDue });
  assert.match(
    reads(14),
    /is due in 14 days, on December 28, 2026\. Repaid today it takes \$927\.54\.$/,
  );
  assert.match(reads(1), /is due tomorrow, on/);
  assert.match(
    reads(-3),
    /was due on December 28, 2026\. You have until January 5, 2027 at \d\d:\d\d UTC to repay/,
  );
});

test('where receipt rests on silence nobody is told that the lender may take the domain', () => {
  for (const move of ['SEND_NOTICE', 'REMIND_DUE'] as const) {
    const fact = moved({ move, by: 'SYSTEM', steps: 'LOAN_POSTED' }, '');
    const silent = { ...fact, note: null, daysToDue: -1, receivedBy: 'SILENCE' as const };
    for (const { body } of transitionTemplate(silent, known)) {
      assert.match(body, /operator/);
      assert.doesNotMatch(body, /lender may take|you may take/);
    }
  }
});

test('where the domain is gone nobody is told that anybody may take it', () => {
  for (const move of ['SEND_NOTICE', 'REMIND_DUE'] as const) {
    const fact = moved({ move, by: 'SYSTEM', steps: 'LOAN_POSTED' }, '');
    for (const receivedBy of ['BORROWER', 'SILENCE'] as const) {
      const gone = { ...fact, note: null, daysToDue: -1, receivedBy, collateralGone: true };
      for (const { body } of transitionTemplate(gone, known)) {
        assert.match(body, /after that (you may escalate|the lender may ask an operator)/);
        assert.doesNotMatch(body, /the domain/);
      }
    }
  }
});
