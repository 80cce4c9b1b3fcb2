/** A loan's available and blocked actions, with their dates, and the party it waits for, as time passes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '@nameloan/driver/person';
import type { RestObject } from '../environment/loans.ts';
import { createPostedLoan, performAction } from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';

const actionsQuery = `query ($id: ID!) { escrow(id: $id) {
  actions blockedActions { action reason message availableAt }
  waitingFor { party action until message } graceEndsAt dueAt
} }`;

async function readActions(person: Person, { id }: { id: string }): Promise<RestObject> {
  const { escrow } = await person.graphql(actionsQuery, { id });
  const { blockedActions, ...rest } = escrow;
  const blocked = Object.fromEntries(blockedActions.map((one: RestObject) => [one.action, one]));
  return { ...rest, blocked };
}

export function blockedActionsJourney(environment: GetEnvironment): void {
  test('a seizure is blocked with the error’s own message until its date, and available after it', async () => {
    const loan = await createPostedLoan(environment());
    const { lender, borrower } = loan;
    const seize = { outcome: 'SEIZE' };
    const path = `POST /escrow/${loan.id}/finalize`;
    const early = await readActions(lender, loan);
    const { reason, message, availableAt } = early.blocked.FINALIZE_SEIZE;
    assert.equal(availableAt, early.graceEndsAt);
    const refusal = await expectRejection(lender, path, { status: 409, body: seize });
    assert.deepEqual([refusal.reason, refusal.message], [reason, message]);
    assert.deepEqual(early.waitingFor.party, 'BORROWER');
    assert.equal(early.waitingFor.until, early.dueAt);
    assert.equal((await readActions(borrower, loan)).blocked.FINALIZE_SEIZE, undefined);

    await environment().sandbox.moveClockTo(early.dueAt);
    await environment().sandbox.advanceClock('1h');
    const inGrace = await readActions(lender, loan);
    assert.equal(inGrace.waitingFor.until, inGrace.graceEndsAt);
    const end = Date.parse(inGrace.graceEndsAt);
    await environment().sandbox.moveClockTo(new Date(end - 60_000).toISOString());
    assert.equal((await readActions(lender, loan)).blocked.FINALIZE_SEIZE.reason, 'IN_GRACE');
    await environment().sandbox.moveClockTo(new Date(end + 1_000).toISOString());
    const over = await readActions(lender, loan);
    assert.ok(over.actions.includes('FINALIZE_SEIZE'));
    assert.equal(over.blocked.FINALIZE_SEIZE, undefined);
    assert.deepEqual([over.waitingFor.party, over.waitingFor.action], ['LENDER', 'SEIZE']);
    await performAction(lender, loan, 'finalize', seize);
    const ended = await readActions(lender, loan);
    assert.deepEqual([ended.actions, ended.blocked], [[], {}]);
    assert.equal(ended.waitingFor.party, 'NONE');
  });
}
