/** The place of a loan in each party's list: in every status and stage, and as time passes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escrowStatuses } from '@nameloan/contracts/loan';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { isFinal } from '../loan/status.ts';
import { buildLoan, buildPostedLoan, claim, inStatus, received, start } from '../testing/loans.ts';
import type { Escrow } from './escrow.ts';
import { computeRanks, findNextRankChange } from './rank-loan.ts';

const at = (day: string) => new Date(`${day}T12:00:00.000Z`);
const running = at('2026-04-20');
const inGrace = at('2026-05-12');
const overdue = at('2026-06-01');

const loanIn = (status: Escrow['status'], fields: Partial<Escrow> = {}) =>
  buildLoan({ ...inStatus[status], status, ...fields });
const noticed = { ...received, noticeAt: at('2026-05-09') };
const escalation = { at: at('2026-04-15'), by: 'LENDER', reason: null, evidence: null } as const;
const disputed = loanIn('ESCALATED', { statusAt: escalation.at, escalation });
const doneByBorrower: Escrow = {
  ...disputed,
  escalation: { ...escalation, evidenceDone: { BORROWER: at('2026-04-16') } },
};

const groupNames = ['needs', 'runs', 'waits', 'closed'];
const groupsOf = (escrow: Escrow, now: Date, transferring = false) => {
  const { borrowerRank, lenderRank } = computeRanks(escrow, { now, transferring });
  return [borrowerRank, lenderRank].map((rank) => groupNames[Math.floor(rank / 1e14)]).join(' ');
};

const cases: [string, Escrow, Date, string][] = [
  ['to be reserved', loanIn('PENDING_SIGNATURE', { reservedAt: null }), start, 'waits waits'],
  ['signed by none', loanIn('PENDING_SIGNATURE'), start, 'needs needs'],
  [
    'signed by the lender',
    loanIn('PENDING_SIGNATURE', { lenderSignedAt: start }),
    start,
    'needs waits',
  ],
  ['to be transferred', loanIn('NEW'), start, 'needs waits'],
  ['in custody', loanIn('DOMAIN_IN_CUSTODY'), start, 'waits needs'],
  ['receipt open', buildPostedLoan(), start, 'needs waits'],
  ['running', buildPostedLoan(received), running, 'runs runs'],
  ['claimed', buildPostedLoan({ ...received, claim }), running, 'waits needs'],
  ['in grace', buildPostedLoan(noticed), inGrace, 'needs runs'],
  ['overdue', buildPostedLoan(noticed), overdue, 'runs needs'],
  ['evidence open', disputed, running, 'needs needs'],
  ['evidence of one side complete', doneByBorrower, running, 'waits needs'],
  ['evidence over', disputed, inGrace, 'waits waits'],
];
for (const [name, escrow, now, expected] of cases)
  test(`${name}: the borrower and the lender see it under ${expected}`, () => {
    assert.equal(groupsOf(escrow, now), expected);
  });

test('a transfer with the registry waits for others', () => {
  assert.equal(groupsOf(loanIn('NEW'), start, true), 'waits waits');
});

test('a closed loan is behind every open one at any time, the latest end first', () => {
  const times = [start, running, inGrace, overdue];
  const ranksOf = (escrow: Escrow) =>
    times.flatMap((now) => Object.values(computeRanks(escrow, { now, transferring: false })));
  const [open, closed]: [number[], number[]] = [[], []];
  for (const status of escrowStatuses) {
    const kinds = [{}, noticed, { ...noticed, claim }, { finalizedAt: overdue }];
    for (const fields of kinds)
      (isFinal(status) ? closed : open).push(...ranksOf(loanIn(status, fields)));
  }
  assert.ok(Math.max(...open) < Math.min(...closed));
  const [early, late] = [running, overdue].map((finalizedAt) =>
    ranksOf(loanIn('CANCELLED', { finalizedAt })),
  );
  assert.ok(Math.max(...(late ?? [])) < Math.min(...(early ?? [])));
});

test('within a group the earlier date is first; what is past due is before every deadline', () => {
  const rank = (escrow: Escrow, now: Date) => computeRanks(escrow, { now, transferring: false });
  const later = (fields: Partial<Escrow>) => ({ ...fields, dueAt: addDays(overdue, 90) });
  const [soon, far] = [buildPostedLoan(received), buildPostedLoan(later(received))];
  assert.ok(rank(soon, running).borrowerRank < rank(far, running).borrowerRank);
  const late = rank(buildPostedLoan(noticed), overdue);
  assert.ok(
    late.lenderRank <
      rank(loanIn('DOMAIN_IN_CUSTODY', { fundingFrom: overdue }), overdue).lenderRank,
  );
  assert.ok(late.borrowerRank < rank(far, overdue).borrowerRank);
  const undated = rank(loanIn('DOMAIN_IN_CUSTODY', { fundingFrom: null }), overdue).lenderRank;
  assert.ok(late.lenderRank < undated && undated < rank(far, overdue).lenderRank);
});

test('the next change of a rank by time alone is found, for every loan and moment', () => {
  const loans = [
    ...cases.map(([, escrow]) => escrow),
    buildPostedLoan({ ...noticed, maySeize: true }),
    loanIn('DOMAIN_IN_CUSTODY', { fundingFrom: start }),
  ];
  const rank = (escrow: Escrow, now: Date) =>
    Object.values(computeRanks(escrow, { now, transferring: false })).join();
  for (const escrow of loans) {
    let now = start;
    const end = addDays(overdue, 30);
    while (now < end) {
      const change = findNextRankChange(escrow, now) ?? end;
      for (let day = now; day < change; day = addDays(day, 0.5))
        assert.equal(rank(escrow, day), rank(escrow, now), `${escrow.status} at ${day}`);
      if (change < end) assert.notEqual(rank(escrow, change), rank(escrow, now));
      now = change;
    }
  }
});
