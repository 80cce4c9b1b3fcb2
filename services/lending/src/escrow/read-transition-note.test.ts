/** The note of a transition is returned as a notification quotes it: without what only the history shows. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { requestNote } from '../testing/request-note.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import {
  createReceivedLoan,
  expectData,
  listEventsAbout,
  mutateLoan,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

async function noteOf({ id: escrowId }: TestLoan, move: string): Promise<[boolean, string | null]> {
  await service.settle();
  const [event] = listEventsAbout(service, 'lending.escrow.moved', { escrowId, move });
  assert.ok(event);
  return [(event.data as { hasNote: boolean }).hasNote, await requestNote(service, event)];
}

test('the reason of a dispute is returned without its evidence', async () => {
  for (const [more, expected] of [
    [', reason: "No answer.", evidence: "Mail of May 1"', [true, 'No answer.']],
    [', evidence: "Mail of May 1"', [false, null]],
    [', reason: "One.\\nTwo."', [true, 'One.\nTwo.']],
    ['', [false, null]],
  ] as const) {
    const loan = await createReceivedLoan(service);
    expectData(await mutateLoan(loan.borrower, 'escalate', { ...loan, more }));
    assert.deepEqual(await noteOf(loan, 'ESCALATE'), expected);
  }
});

test('a note is returned as written, even if it looks like evidence', async () => {
  const loan = await createReceivedLoan(service);
  const claim = `, date: "${new Date().toISOString().slice(0, 10)}", method: "Wire", reference: "R"`;
  expectData(await mutateLoan(loan.borrower, 'claimRepaid', { ...loan, more: claim }));
  const more = ', reason: "See:\\nEvidence: none"';
  expectData(await mutateLoan(loan.lender, 'denyRepaid', { ...loan, more }));
  assert.deepEqual(await noteOf(loan, 'DENY_REPAID'), [true, 'See:\nEvidence: none']);
});

test('there is no note about an unknown transition or one without a note', async () => {
  const loan = await createReceivedLoan(service);
  assert.deepEqual(await noteOf(loan, 'SIGN'), [false, null]);
  const unknown = { escrowId: 'unknown', version: 3 };
  const reply = await service.bus.request('lending.transition-note', unknown, 5000);
  assert.deepEqual(reply, { ok: true, data: { note: null } });
});
