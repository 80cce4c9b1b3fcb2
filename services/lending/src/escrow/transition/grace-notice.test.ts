/** The notice to the lender that grace has ended. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildPostedLoan, claim, decideAs, received, start } from '../../testing/loans.ts';
import type { Escrow } from '../escrow.ts';
import { findNextTimedTransition } from './escrow-jobs.ts';

const at = (text: string) => new Date(`${text}:00.000Z`);
const running = buildPostedLoan({ ...received, statusAt: start });

test('the lender is notified once that grace has ended, and only once a seizure is possible', () => {
  const end = at('2026-05-17T09:00');
  const noticed = { ...running, noticeAt: at('2026-05-09T09:00'), remindedAt: end };
  const notice = { transition: 'END_GRACE', at: new Date(end.getTime() + 1) };
  assert.deepEqual(findNextTimedTransition(noticed, end), notice);
  const done = decideAs('SYSTEM', noticed, { transition: 'END_GRACE' }, notice.at).after;
  assert.equal(findNextTimedTransition(done, at('2026-12-01T00:00')), null);
  const late = at('2026-05-20T00:00');
  for (const silent of [
    { maySeize: true },
    { receipt: null },
    { noticeAt: null, dueAt: at('2026-06-01T00:00') },
    { graceEndNotifiedAt: end },
    // Stored by a former release; the backfill decides.
    { graceEndNotifiedAt: undefined },
  ] as const)
    assert.notEqual(
      findNextTimedTransition({ ...noticed, ...silent } as Escrow, late)?.transition,
      'END_GRACE',
    );
  const claimed = { ...noticed, claim: { ...claim, at: at('2026-05-16T08:00') } };
  assert.equal(findNextTimedTransition(claimed, late)?.transition, 'ESCALATE_UNANSWERED');
  const deny = { transition: 'DENY_REPAID', reason: 'Nothing came.' } as const;
  const denied = decideAs('LENDER', claimed, deny, late).after;
  assert.equal(findNextTimedTransition(denied, late)?.transition, 'END_GRACE');
});
