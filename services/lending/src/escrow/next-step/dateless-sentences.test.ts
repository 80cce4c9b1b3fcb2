/** Sentences about loans name no date: clients show moments in their reader's time zone. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EscrowTransition } from '@nameloan/contracts/loan';
import { escrowStatuses } from '@nameloan/contracts/loan';
import { agreement } from '../../testing/amendment-samples.ts';
import { buildLoan, claim, inStatus, received, start } from '../../testing/loans.ts';
import { transitionSamples } from '../../testing/transition-samples.ts';
import { listActionButtons } from '../action-buttons.ts';
import { findAvailableActions } from '../available-actions.ts';
import { describeHistoryEntry } from '../describe-history.ts';
import type { Escrow } from '../escrow.ts';
import { describeNextAction } from './waiting-for.ts';
import { describeWhatNext } from './what-next.ts';

const day = 86_400_000;
const dates =
  /UTC|\d{4}|\d:\d\d|\b(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d|\b\d{1,2}[./-]\d{1,2}\b/;
const monthNames =
  /\b(?:January|February|March|April|June|July|August|September|October|November|December)\b/i;

function assertDateless(sentence: string, about: string): void {
  for (const pattern of [dates, monthNames])
    assert.doesNotMatch(sentence, pattern, `${about}: ${sentence}`);
}

const fieldSets: readonly Partial<Escrow>[] = [
  ...[{}, { borrowerSignedAt: null }, { lenderSignedAt: start }, { contractSha256: null }],
  ...[received, { ...received, claim }, { ...received, maySeize: true }],
  ...[{ fundingFrom: start }, { cancelRequestedAt: start }, { renewUntil: start }],
  ...[{ markedAt: start }, { noticeAt: start }, { inCustodyAt: null, custodyLostAt: start }],
  { receipt: null, sent: { date: start, method: 'Wire', reference: 'S', at: start } },
  { settlement: { by: 'LENDER', outcome: 'SEIZE', at: start } },
  { continuation: { at: start, stage: 'OVERDUE' }, noticeAt: start, ...received },
  { ...received, amendment: { ...agreement, status: 'PROPOSED' } },
  { ...received, amendment: agreement },
  { ...received, amendment: { ...agreement, borrowerSignedAt: start } },
  { ...received, amendment: { ...agreement, status: 'AWAITING_MONEY' } },
  { heldRelease: { to: 'LENDER', at: start, by: 'Op' } },
];

function* listLoans(): Generator<{ escrow: Escrow; now: Date }> {
  for (const status of escrowStatuses)
    for (const fields of fieldSets)
      for (const days of [0, 3, 6, 12, 33, 70, 80, 120])
        yield {
          escrow: buildLoan({ ...inStatus[status], status, ...fields }),
          now: new Date(start.getTime() + days * day),
        };
}

test('what a loan waits for, what comes next, and why an action is blocked', () => {
  for (const { escrow, now } of listLoans())
    for (const reader of ['BORROWER', 'LENDER', 'OPERATOR'] as const)
      for (const transferring of [false, true]) {
        const context = { now, transferring, reader };
        const about = `${escrow.status} for ${reader}`;
        const waits = describeNextAction(escrow, context);
        assertDateless(waits.message, about);
        assertDateless(describeWhatNext(escrow, context).message, about);
        // Where the sentence says "in time", the deadline is next to it.
        if (/in time/.test(waits.message)) assert.ok(waits.until, waits.message);
        for (const { action, message } of findAvailableActions(escrow, reader, now).blocked)
          assertDateless(message ?? '', `${about}, ${action}`);
        assertDateless(JSON.stringify(listActionButtons(escrow, reader, now)), about);
      }
});

test('the history of every transition', () => {
  for (const action of Object.keys(transitionSamples) as EscrowTransition[])
    for (const to of escrowStatuses) assertDateless(describeHistoryEntry({ action, to }), action);
});
