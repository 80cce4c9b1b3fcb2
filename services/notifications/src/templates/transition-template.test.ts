/** Each loan transition notifies the other party, and alerts the one who must act. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventData } from '@nameloan/contracts/events';
import type { EscrowTransition } from '@nameloan/contracts/loan';
import { escrowTransitions } from '@nameloan/contracts/loan';
import { emptyContext } from '../testing/template-context.ts';
import type { Case, Statuses } from '../testing/transition-cases.ts';
import { cases, makeCase } from '../testing/transition-cases.ts';
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

for (const [move, by, statuses, expected, pattern] of cases) {
  test(`${move} by ${by} (${statuses}) notifies: ${expected || 'no one'}`, () => {
    const context = expected.includes('op') ? { ...known, note: 'Why\nnot' } : withoutOperators;
    const drafts = renderTransition(makeCase({ move, by, statuses }, true), context);
    assert.equal(drafts.map(({ to, alert }) => (alert ? `${to}!` : to)).join(' '), expected);
    if (pattern) assert.match(drafts[0]?.body ?? '', pattern);
    const same = renderTransition(makeCase({ move, by, statuses }), withoutNote);
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
    ...makeCase({ move, by: 'SYSTEM', statuses: 'LOAN_POSTED' }, note !== null),
    ...more,
  };
  return renderTransition(event, { ...known, note }).find(({ to }) => to === 'bo')?.body ?? '';
}

test('a claim that arrived short alerts the borrower, with the rest that is owed', () => {
  const event = makeCase({ move: 'CONFIRM_PAYMENT', by: 'LENDER', statuses: 'LOAN_POSTED' }, true);
  const note = '$900.00 on May 9, 2026; $927.54 was reported.';
  const [draft, ...others] = renderTransition(
    { ...event, shortClaim: true, payoffCents: 2_754 },
    { ...known, note },
  );
  assert.deepEqual([draft?.to, draft?.action, others], ['bo', 'Pay the Rest', []]);
  assert.deepEqual(draft?.alert, ['LOAN_POSTED of e1', 'denial on e1']);
  assert.match(
    draft?.body ?? '',
    /Amount: \$900\.00 .* reported\. Payoff on .*: \$27\.54\. Pay the/,
  );
});

test('a notice of default suggests Claim Repaid only if no claim is open', () => {
  assert.match(renderForBorrower('SEND_NOTICE', {}), /press Claim Repaid\.$/);
  const claimed = renderForBorrower('SEND_NOTICE', {}, 'The lender has yet to answer.');
  assert.match(claimed, / Note: The lender has yet to answer\.$/);
  assert.doesNotMatch(claimed, /Claim Repaid/);
});

test('both parties get the notice of default under that name', () => {
  const drafts = renderTransition(
    makeCase({ move: 'SEND_NOTICE', by: 'SYSTEM', statuses: 'LOAN_POSTED' }),
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
    const event = makeCase({ move, by: 'LENDER', statuses }, note !== '');
    return renderTransition(event, { ...known, note })[0]?.body ?? '';
  };
  assert.match(render('SIGN', 'PENDING_SIGNATURE'), /cancelled 7 days after acceptance\.$/);
  assert.match(render('SIGN', 'PENDING_SIGNATURE NEW'), /cancelled after 30 days\.$/);
  const silence = 'Without an answer the money counts as received on May 9, 2026.';
  const posted = 'DOMAIN_IN_CUSTODY LOAN_POSTED';
  assert.match(render('MARK_PAID', posted, silence), /on May 9, 2026\. Confirm it/);
  assert.doesNotMatch(render('MARK_PAID', posted), /counts? as rece/);
});

test('a mail that may be joined or retried names the day of its payoff', () => {
  const render = (move: EscrowTransition, daysToDue: number | null = null) => {
    const by = move === 'WITHDRAW_CLAIM' ? 'BORROWER' : 'SYSTEM';
    const event = makeCase({ move, by, statuses: 'LOAN_POSTED' });
    return renderTransition({ ...event, payoffCents: 92_754, daysToDue }, known);
  };
  const drafts = [
    ...render('WITHDRAW_CLAIM'),
    ...[14, 1, 0, -3].flatMap((daysToDue) => render('REMIND_DUE', daysToDue)),
    ...render('SEND_NOTICE'),
    ...render('END_GRACE'),
  ];
  for (const { body, rows } of drafts) {
    assert.match(body, /Payoff on November 30, 2026: \$927\.54\./);
    assert.doesNotMatch(body, /owed today|Payoff today/);
    const row = rows?.find(({ label }) => label === 'Payoff');
    assert.equal(row?.value, '$927.54 on November 30, 2026');
  }
});

test('a reminder says how many days are left, and in grace when it ends', () => {
  const render = (daysToDue: number) => renderForBorrower('REMIND_DUE', { daysToDue });
  assert.match(render(14), /is due in 14 days, on December 28, 2026\. Payoff on/);
  assert.match(render(1), /is due tomorrow, on/);
  assert.match(
    render(-3),
    /was due on December 28, 2026\. You have until January 5, 2027 at \d\d:\d\d UTC to repay/,
  );
});

test('if receipt is only deemed, no text says that the lender may take the domain', () => {
  for (const move of ['SEND_NOTICE', 'REMIND_DUE'] as const) {
    const event = makeCase({ move, by: 'SYSTEM', statuses: 'LOAN_POSTED' });
    const deemed = { ...event, daysToDue: -1, receivedBy: 'SILENCE' as const };
    for (const { body } of renderTransition(deemed, known)) {
      assert.match(body, /operator/);
      assert.doesNotMatch(body, /lender may take|you may take/);
    }
  }
});

test('if the domain left custody, no text says that it can be taken', () => {
  for (const move of ['SEND_NOTICE', 'REMIND_DUE'] as const) {
    const event = makeCase({ move, by: 'SYSTEM', statuses: 'LOAN_POSTED' });
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

const render = (change: Partial<TransitionData>, data: Case) =>
  renderTransition({ ...makeCase(data), ...change }, known);
const inGrace: Case = { move: 'REMIND_DUE', by: 'SYSTEM', statuses: 'LOAN_POSTED' };

test('a lender who may seize by a decision leaves no time that could be promised', () => {
  for (const move of ['REMIND_DUE', 'SEND_NOTICE'] as const)
    for (const { body } of render({ maySeize: true, daysToDue: -1 }, { ...inGrace, move })) {
      assert.match(body, /may take the domain at any time/);
      assert.doesNotMatch(body, /until January 5, 2027/);
    }
  const [before] = render({ maySeize: true, daysToDue: 3 }, inGrace);
  assert.match(
    before?.body ?? '',
    /is due in 3 days, .* The lender may take the domain at any time\.$/,
  );
  const [gone] = render({ maySeize: true, collateralGone: true, daysToDue: -1 }, inGrace);
  assert.doesNotMatch(gone?.body ?? '', /at any time/);
});

test('the second party to complete its evidence is said to be the last', () => {
  const done: Case = { move: 'EVIDENCE_DONE', by: 'LENDER', statuses: 'ESCALATED' };
  const [draft] = render({ evidenceComplete: true }, done);
  assert.match(draft?.body ?? '', /You said the same, so an operator can decide now\.$/);
});

test('a reminder of payment details names the days that are left, whatever delayed the mark', () => {
  const remind: Case = { move: 'REMIND_DETAILS', by: 'SYSTEM', statuses: 'LOAN_POSTED' };
  const bodyWith = (daysToDue: number | null) => render({ daysToDue }, remind)[0]?.body ?? '';
  assert.match(bodyWith(1), /reference within a day, or the mark lapses\.$/);
  assert.match(bodyWith(2), /reference within 2 days, or/);
  assert.match(bodyWith(null), /reference, or the mark lapses\.$/);
});

test('the notice of the end of grace says what the lender can do', () => {
  const ended: Case = { move: 'END_GRACE', by: 'SYSTEM', statuses: 'LOAN_POSTED' };
  for (const change of [{ receivedBy: 'SILENCE' as const }, { collateralGone: true }]) {
    const body = render(change, ended)[0]?.body ?? '';
    assert.match(body, /escalate the loan so that an operator decides, or give the borrower more/);
    assert.doesNotMatch(body, /take the domain/);
  }
});

const fourth = { n: 4, count: 12, openCents: 88_808, cureCents: 0, needsAcceleration: true };
const overdue = { ...fourth, openCents: 50_000, cureCents: 51_234 };

/** The drafts about a loan whose fourth instalment is next. */
const renderPlanned = (move: EscrowTransition, more: Partial<TransitionData>) => {
  const event = makeCase({ move, by: 'SYSTEM', statuses: 'LOAN_POSTED' });
  return renderTransition({ ...event, instalment: fourth, ...more }, known);
};
const bodies = (move: EscrowTransition, more: Partial<TransitionData> = {}) =>
  renderPlanned(move, more).map(({ body }) => body);

test('a reminder of an instalment names it, its amount and its date', () => {
  const [draft] = renderPlanned('REMIND_DUE', { daysToDue: 3 });
  assert.equal(draft?.title, 'Instalment 4 of 12 on example.com is due in 3 days');
  assert.match(
    draft?.body ?? '',
    /^Instalment 4 of 12, \$888\.08, of the loan on example\.com is due in 3 days, on December 28, 2026\./,
  );
  assert.deepEqual(draft?.rows?.[2], {
    label: 'Instalment 4 of 12',
    value: '$888.08, due December 28, 2026',
  });
});

test('in grace, an instalment’s reminder and notice name what cures the default, and what follows otherwise', () => {
  const [reminder = ''] = bodies('REMIND_DUE', { daysToDue: -3, instalment: overdue });
  assert.match(reminder, /^Instalment 4 of 12, \$500\.00, of the loan on example\.com was due on/);
  assert.match(
    reminder,
    /to pay the overdue \$512\.34; after that the lender may declare everything/,
  );
  const [borrower = '', lender = ''] = bodies('SEND_NOTICE', { instalment: overdue });
  assert.match(
    borrower,
    /to pay the overdue \$512\.34; .* report the payment on the loan’s page\.$/,
  );
  assert.match(
    lender,
    /to pay the overdue \$512\.34; .* may accelerate the loan and take the domain 7/,
  );
  const again = { instalment: { ...overdue, needsAcceleration: false } };
  for (const body of bodies('SEND_NOTICE', again)) assert.doesNotMatch(body, /accelerate|declare/);
  assert.match(bodies('SEND_NOTICE', again)[1] ?? '', /after that you may take the domain\.$/);
});

test('after grace the lender reads whether an acceleration comes before the domain', () => {
  const [first = ''] = bodies('END_GRACE', { instalment: overdue });
  assert.match(first, /You may accelerate the loan, so that everything is due and you may take/);
  const [again = ''] = bodies('END_GRACE', {
    instalment: { ...overdue, needsAcceleration: false },
  });
  assert.match(again, /You may take the domain in full satisfaction/);
  const [silent = ''] = bodies('END_GRACE', { instalment: overdue, receivedBy: 'SILENCE' });
  assert.match(silent, /escalate the loan so that an operator decides/);
});

test('the receipt and each counted payment name the next instalment', () => {
  const next = /Instalment 4 of 12, \$888\.08, is due on December 28, 2026\./;
  for (const move of [
    'CONFIRM_RECEIPT',
    'DEEM_RECEIVED',
    'CONFIRM_PAYMENT',
    'DEEM_PAYMENT',
  ] as const)
    for (const body of bodies(move)) assert.match(body, next, move);
  for (const body of bodies('CONFIRM_PAYMENT', { instalment: null, payoffCents: 0 }))
    assert.doesNotMatch(body, /nstalment/);
});
