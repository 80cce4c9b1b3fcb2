/** Each loan transition notifies the other party, and alerts the one who must act. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventData } from '@nameloan/contracts/events';
import type { EscrowStatus, EscrowTransition } from '@nameloan/contracts/loan';
import { escrowTransitions } from '@nameloan/contracts/loan';
import { emptyContext } from '../testing/template-context.ts';
import type { TemplateContext } from './template.ts';
import { renderTransition } from './transition-template.ts';

type TransitionData = EventData<'lending.escrow.moved'>;

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
const known: TemplateContext = { ...emptyContext, loan, operatorIds: ['op', 'bo'] };
/** The operators are loaded only for transitions that address them. */
const withoutOperators: TemplateContext = {
  ...known,
  note: 'Why\nnot',
  get operatorIds(): never {
    throw new Error('the operators were loaded');
  },
};
/** The note is requested only for transitions that have one. */
const withoutNote: TemplateContext = {
  ...known,
  get note(): never {
    throw new Error('the note was requested');
  },
};

interface Case {
  move: EscrowTransition;
  by: TransitionData['by'];
  statuses: Statuses;
}
type Statuses = EscrowStatus | `${EscrowStatus} ${EscrowStatus}`;

function makeTransition({ move, by, statuses }: Case, hasNote = false): TransitionData {
  const [from, to = from] = statuses.split(' ') as [EscrowStatus, EscrowStatus?];
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
    hasNote,
    dueAt,
    graceEndsAt,
    payoffCents: 92_754,
    daysToDue: null,
    receivedBy: 'BORROWER',
    collateralGone: false,
  };
}

/** Transition, actor, from and to, recipients ("!" marks an alert), and a pattern of the first body. */
const cases: [EscrowTransition, TransitionData['by'], Statuses, string, RegExp?][] = [
  [
    'RESERVATION_REFUSED',
    'SYSTEM',
    'PENDING_SIGNATURE CANCELLED',
    'bo le',
    /could not be reserved.* Reason: Why not\./,
  ],
  ['SIGN', 'BORROWER', 'PENDING_SIGNATURE', 'le!', /signature is still missing/],
  ['SIGN', 'LENDER', 'PENDING_SIGNATURE', 'bo!'],
  ['SIGN', 'LENDER', 'PENDING_SIGNATURE NEW', 'bo! le', /Start its transfer into custody/],
  ['SIGN', 'BORROWER', 'PENDING_SIGNATURE DOMAIN_IN_CUSTODY', 'bo le!', /now sends the money/],
  // A user's own action raises no alert.
  ['SIGN', 'BORROWER', 'PENDING_SIGNATURE NEW', 'bo le', /Start its transfer into custody/],
  ['SIGN', 'LENDER', 'PENDING_SIGNATURE DOMAIN_IN_CUSTODY', 'bo le', /now sends the money/],
  ['CANCEL', 'BORROWER', 'NEW CANCELLED', 'le', /The borrower cancelled/],
  ['CANCEL', 'LENDER', 'DOMAIN_IN_CUSTODY CANCELLED', 'bo', /The lender cancelled/],
  ['CANCEL', 'SYSTEM', 'NEW CANCELLED', 'bo le', /Nameloan cancelled/],
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
    /left our custody .* only end with a decision for the platform/,
  ],
  ['CUSTODY_LOST', 'SYSTEM', 'PENDING_SIGNATURE CANCELLED', 'bo le', /left our custody/],
  ['MARK_PAID', 'LENDER', 'DOMAIN_IN_CUSTODY LOAN_POSTED', 'bo!', /\$900\.50 .*Confirm it/],
  ['MARK_PAID', 'BORROWER', 'DOMAIN_IN_CUSTODY LOAN_POSTED', 'le', /due on December 28, 2026/],
  ['CONFIRM_RECEIPT', 'BORROWER', 'LOAN_POSTED', 'le', /\$900\.50 .*due on December 28, 2026/],
  ['CLAIM_REPAID', 'BORROWER', 'LOAN_POSTED', 'le!', /Details: Why not\. Finalize/],
  ['DENY_REPAID', 'LENDER', 'LOAN_POSTED', 'bo!', /denies .* Reason: Why not\./],
  ['FINALIZE_RETURN', 'LENDER', 'LOAN_POSTED FINALIZED_RETURN_TO_BORROWER', 'bo', /complete/],
  ['FINALIZE_SEIZE', 'LENDER', 'LOAN_POSTED FINALIZED_LENDER_SEIZURE', 'bo', /satisfied in full/],
  ['FINALIZE_SURRENDER', 'BORROWER', 'LOAN_POSTED FINALIZED_LENDER_SEIZURE', 'le', /gave up/],
  [
    'ESCALATE',
    'LENDER',
    'LOAN_POSTED ESCALATED',
    'bo! op!',
    /The lender escalated .* Reason: Why not\. You each have 10 days to add evidence .* same outcome/,
  ],
  ['ADD_EVIDENCE', 'LENDER', 'ESCALATED', 'bo', /The lender added .* Newest file: Why not\./],
  ['SETTLE_CONTINUE', 'BORROWER', 'ESCALATED', 'le!', /proposes .*: the loan continues\./],
  ['SETTLE_RETURN', 'LENDER', 'ESCALATED', 'bo!', /The lender proposes .* choose the same outcome/],
  [
    'SETTLE_RETURN',
    'BORROWER',
    'ESCALATED FINALIZED_RETURN_TO_BORROWER',
    'bo le',
    /both agreed .* returns to you/,
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
    /the loan continues\. Reason: Why not\./,
  ],
  [
    'RESOLVE_RETURN',
    'OPERATOR',
    'ESCALATED FINALIZED_RETURN_TO_BORROWER',
    'bo le',
    /returns to you/,
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
  ['REMIND_RECEIPT', 'SYSTEM', 'LOAN_POSTED', 'bo!', /\$900\.50 .* Confirm .* Why not/],
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
    /For 10 days the lender hasn’t answered/,
  ],
  ['SEAL_CONTRACT', 'SYSTEM', 'NEW', ''],
  ['DRAW_CONTRACT', 'SYSTEM', 'PENDING_SIGNATURE', ''],
  ['RESERVATION_GRANTED', 'SYSTEM', 'PENDING_SIGNATURE', ''],
];

for (const [move, by, statuses, expected, pattern] of cases) {
  test(`${move} by ${by} (${statuses}) notifies: ${expected || 'no one'}`, () => {
    const context = expected.includes('op') ? { ...known, note: 'Why\nnot' } : withoutOperators;
    const drafts = renderTransition(makeTransition({ move, by, statuses }, true), context);
    assert.equal(drafts.map(({ to, alert }) => (alert ? `${to}!` : to)).join(' '), expected);
    if (pattern) assert.match(drafts[0]?.body ?? '', pattern);
    const same = renderTransition(makeTransition({ move, by, statuses }), withoutNote);
    assert.equal(same.length, drafts.length);
    for (const { to, title, body, link } of drafts) {
      assert.match(body, /example\.com.*\.$/);
      assert.match(title, /example\.com/);
      assert.equal(link, to === 'op' ? '/app/disputes/e1' : '/app/escrow/e1');
      // The reader is "you".
      if (to === 'bo') assert.doesNotMatch(`${title} ${body}`, /the borrower/i);
      if (to === 'le') assert.doesNotMatch(`${title} ${body}`, /the lender/i);
      assert.doesNotMatch(`${title} ${body}`, /undefined|null|\.\.|\s\s|\n/);
    }
  });
}

test('every transition has a case here', () => {
  assert.deepEqual([...new Set(cases.map(([move]) => move))].sort(), [...escrowTransitions].sort());
});

/** The body of the borrower's notification. */
function renderForBorrower(
  move: EscrowTransition,
  more: Partial<TransitionData>,
  note: string | null = null,
): string {
  const event = {
    ...makeTransition({ move, by: 'SYSTEM', statuses: 'LOAN_POSTED' }, note !== null),
    ...more,
  };
  return renderTransition(event, { ...known, note }).find(({ to }) => to === 'bo')?.body ?? '';
}

test('a notice of default suggests Claim Repaid only if no claim is open', () => {
  assert.match(renderForBorrower('SEND_NOTICE', {}), /press Claim Repaid\.$/);
  const claimed = renderForBorrower('SEND_NOTICE', {}, 'The lender has yet to answer.');
  assert.match(claimed, / Note: The lender has yet to answer\.$/);
  assert.doesNotMatch(claimed, /Claim Repaid/);
});

test('both parties get the notice of default under that name', () => {
  const drafts = renderTransition(
    makeTransition({ move: 'SEND_NOTICE', by: 'SYSTEM', statuses: 'LOAN_POSTED' }),
    known,
  );
  assert.deepEqual(
    drafts.map(({ to }) => to),
    ['bo', 'le'],
  );
  for (const { title } of drafts) assert.match(title, /^Notice of default: /);
});

test('a request to sign, transfer or confirm says what happens without an answer', () => {
  const render = (move: EscrowTransition, statuses: Statuses, note = '') => {
    const event = makeTransition({ move, by: 'LENDER', statuses }, note !== '');
    return renderTransition(event, { ...known, note })[0]?.body ?? '';
  };
  assert.match(render('SIGN', 'PENDING_SIGNATURE'), /cancelled 7 days after acceptance\.$/);
  assert.match(render('SIGN', 'PENDING_SIGNATURE NEW'), /cancelled after 30 days\.$/);
  const silence = 'Without an answer the money counts as received on May 9, 2026.';
  const posted = 'DOMAIN_IN_CUSTODY LOAN_POSTED';
  assert.match(render('MARK_PAID', posted, silence), /on May 9, 2026\. Confirm it/);
  assert.doesNotMatch(render('MARK_PAID', posted), /counts? as rece/);
});

test('a reminder says how many days are left, and in grace when it ends', () => {
  const render = (daysToDue: number) => renderForBorrower('REMIND_DUE', { daysToDue });
  assert.match(render(14), /is due in 14 days, on December 28, 2026\. Payoff today: \$927\.54\.$/);
  assert.match(render(1), /is due tomorrow, on/);
  assert.match(
    render(-3),
    /was due on December 28, 2026\. You have until January 5, 2027 at \d\d:\d\d UTC to repay/,
  );
});

test('if receipt is only deemed, no text says that the lender may take the domain', () => {
  for (const move of ['SEND_NOTICE', 'REMIND_DUE'] as const) {
    const event = makeTransition({ move, by: 'SYSTEM', statuses: 'LOAN_POSTED' });
    const deemed = { ...event, daysToDue: -1, receivedBy: 'SILENCE' as const };
    for (const { body } of renderTransition(deemed, known)) {
      assert.match(body, /operator/);
      assert.doesNotMatch(body, /lender may take|you may take/);
    }
  }
});

test('if the domain left custody, no text says that it can be taken', () => {
  for (const move of ['SEND_NOTICE', 'REMIND_DUE'] as const) {
    const event = makeTransition({ move, by: 'SYSTEM', statuses: 'LOAN_POSTED' });
    for (const receivedBy of ['BORROWER', 'SILENCE'] as const) {
      const withoutCollateral = {
        ...event,
        daysToDue: -1,
        receivedBy,
        collateralGone: true,
      };
      for (const { body } of renderTransition(withoutCollateral, known)) {
        assert.match(body, /after that (you may escalate|the lender may ask an operator)/);
        assert.doesNotMatch(body, /the domain/);
      }
    }
  }
});
