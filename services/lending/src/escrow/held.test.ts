/** The case of a domain that a decision gave to the platform: its state, notes, release and what the parties read. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Subject } from '@nameloan/contracts/events';
import { platformAccountId } from '@nameloan/contracts/platform';
import { staleAccounts } from '@nameloan/testkit/service/test-service';
import { operatorCommands } from '../operator-commands.ts';
import { createDisputedLoan } from '../testing/disputes.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import {
  createAccount,
  expectData,
  listEventsAbout,
  mutateLoan,
  startLending,
} from '../testing/start-lending.ts';
import { escrows, histories } from './escrow.model.ts';

let service: TestLending;
let operatorId: string;
before(async () => {
  service = await startLending();
  operatorId = await createAccount(service, 'Olga Operator', { operator: true });
});
after(() => service.stop());

async function heldLoan(): Promise<TestLoan> {
  const loan = await createDisputedLoan(service);
  const more = ', outcome: PLATFORM, reason: "Fraud on both sides."';
  expectData(await mutateLoan(service.as(operatorId), 'resolveDispute', { id: loan.id, more }));
  await service.settle();
  return loan;
}

const fields = `id whatNext whatNextAt actions waitingFor { party action until message }
  held { state releasedTo releasedAt releasedBy } caseNotes { author text }`;
const read = async (loan: TestLoan, who: 'borrower' | 'lender' | 'operator') => {
  const caller = who === 'operator' ? service.as(operatorId) : loan[who];
  const query = `query ($id: ID!) { escrow(id: $id) { ${fields} } }`;
  return expectData(await caller(query, { id: loan.id })).escrow;
};
const release = (loan: TestLoan, to: 'BORROWER' | 'LENDER', caller = service.as(operatorId)) =>
  mutateLoan(caller, 'releaseHeld', { id: loan.id, more: `, to: ${to}` });
const addNote = (loan: TestLoan, note: string, caller = service.as(operatorId)) =>
  caller('mutation ($id: ID!, $note: String!) { addCaseNote(id: $id, note: $note) { id } }', {
    id: loan.id,
    note,
  });
const listHeld = async (state: string) => {
  const query = `{ heldEscrows(limit: 100, state: ${state}) { escrows { id } total } }`;
  const { escrows: rows } = expectData(await service.as(operatorId)(query)).heldEscrows;
  return rows.map(({ id }: { id: string }) => id) as string[];
};
const count = (subject: Subject, { id }: TestLoan) =>
  listEventsAbout(service, subject, { escrowId: id }).length;

test('while the platform holds the domain, both parties read what happens next, and only an operator can act', async () => {
  const loan = await heldLoan();
  for (const [who, party] of [
    ['borrower', 'you or the lender'],
    ['lender', 'you or the borrower'],
    ['operator', 'the borrower or the lender'],
  ] as const) {
    const { whatNext, whatNextAt, waitingFor, held, actions } = await read(loan, who);
    assert.match(whatNext, new RegExp(`^Nameloan holds .* releases it to ${party}\\.$`));
    assert.equal(whatNextAt, null);
    assert.deepEqual(waitingFor, {
      ...{ party: 'OPERATOR', action: 'RELEASE', until: null },
      message: whatNext,
    });
    assert.equal(held.state, 'HELD');
    assert.deepEqual(actions, who === 'operator' ? ['RELEASE'] : []);
  }
  assert.ok((await listHeld('HELD')).includes(loan.id));
});

test('a release moves the domain to one party, is in the history, and is the last', async () => {
  for (const to of ['BORROWER', 'LENDER'] as const) {
    const loan = await heldLoan();
    const seized = count('lending.escrow.collateral-seized', loan);
    expectData(await release(loan, to));
    for (const again of ['BORROWER', 'LENDER'] as const)
      assert.equal((await release(loan, again)).reason, 'ALREADY_DONE');
    await service.settle();
    assert.equal(count('lending.escrow.collateral-released', loan), to === 'BORROWER' ? 1 : 0);
    assert.equal(
      count('lending.escrow.collateral-seized', loan),
      seized + (to === 'LENDER' ? 1 : 0),
    );
    const { held } = await read(loan, 'lender');
    assert.deepEqual(
      [held.state, held.releasedTo, held.releasedBy],
      ['RELEASED', to, 'Olga Operator'],
    );
    const entry = (await histories.findMany({ escrowId: loan.id })).at(-1);
    assert.deepEqual(
      [entry?.action, entry?.by, entry?.accountId, entry?.to],
      [`RELEASE_${to}`, 'OPERATOR', operatorId, 'FINALIZED_PLATFORM_SEZIURE'],
    );
    const winner = to === 'BORROWER' ? 'borrower' : 'lender';
    const other = to === 'BORROWER' ? 'lender' : 'borrower';
    assert.match((await read(loan, winner)).whatNext, / is yours\.$/);
    assert.match((await read(loan, other)).whatNext, new RegExp(` went to the ${winner}\\.$`));
    assert.equal((await read(loan, other)).waitingFor.party, 'NONE');
    assert.ok(!(await listHeld('HELD')).includes(loan.id));
    assert.ok((await listHeld('RELEASED')).includes(loan.id));
  }
});

test('releases to both parties at the same moment: one wins, and the domain moves once', async () => {
  const loan = await heldLoan();
  const seized = count('lending.escrow.collateral-seized', loan);
  const answers = await Promise.all(
    (['BORROWER', 'LENDER', 'BORROWER', 'LENDER'] as const).map((to) => release(loan, to)),
  );
  assert.equal(answers.filter(({ code }) => code === undefined).length, 1);
  for (const { code, reason } of answers.filter((one) => one.code !== undefined))
    assert.deepEqual([code, reason], ['CONFLICT', 'ALREADY_DONE']);
  await service.settle();
  const moved =
    count('lending.escrow.collateral-released', loan) +
    count('lending.escrow.collateral-seized', loan) -
    seized;
  assert.equal(moved, 1);
});

test('parties cannot release, note or list; an operator needs a fresh session to release', async () => {
  const loan = await heldLoan();
  for (const caller of [loan.borrower, loan.lender]) {
    assert.equal((await release(loan, 'BORROWER', caller)).code, 'FORBIDDEN');
    assert.equal((await addNote(loan, 'Mine.', caller)).code, 'FORBIDDEN');
    assert.equal((await caller('{ heldEscrows { total } }')).code, 'FORBIDDEN');
  }
  const outsider = service.as(await createAccount(service, 'Otto Outsider'));
  assert.equal((await release(loan, 'BORROWER', outsider)).code, 'NOT_FOUND');
  staleAccounts.add(operatorId);
  assert.equal((await release(loan, 'BORROWER')).code, 'STEP_UP_REQUIRED');
  staleAccounts.delete(operatorId);
  assert.equal((await read(loan, 'operator')).held.state, 'HELD');
});

test('notes are read by operators only, oldest first, and only on a held domain', async () => {
  const loan = await heldLoan();
  expectData(await addNote(loan, ' Asked the registrar. '));
  expectData(await addNote(loan, 'No answer.'));
  const { caseNotes } = await read(loan, 'operator');
  const author = 'Olga Operator';
  assert.deepEqual(caseNotes, [
    { author, text: 'Asked the registrar.' },
    { author, text: 'No answer.' },
  ]);
  for (const who of ['borrower', 'lender'] as const)
    assert.deepEqual((await read(loan, who)).caseNotes, []);
  const history = await histories.findMany({ escrowId: loan.id });
  assert.ok(!JSON.stringify(history).includes('registrar'));
  for (const text of [' ', 'x'.repeat(2_001)])
    assert.deepEqual(Object.keys((await addNote(loan, text)).fields ?? {}), ['note']);
  const disputed = await createDisputedLoan(service);
  assert.equal((await addNote(disputed, 'Too early.')).reason, 'STATUS');
});

test('a domain that leaves custody while it is held cannot be released, and the case says so', async () => {
  const loan = await heldLoan();
  const { domainId, domainName } = await escrows.get(loan.id);
  await service.deliver('domains.domain.custody-lost', {
    ...{ domainId, accountId: platformAccountId, name: domainName, escrowId: null },
    reason: { code: 'TRANSFERRED', formerText: null },
  });
  const { held, whatNext } = await read(loan, 'borrower');
  assert.equal(held.state, 'LOST');
  assert.match(whatNext, /has left our custody\.$/);
  assert.equal((await release(loan, 'LENDER')).reason, 'CUSTODY_LOST');
  assert.ok(!(await listHeld('HELD')).includes(loan.id));
  assert.ok((await listHeld('LOST')).includes(loan.id));
});

test('a release is refused once the domain has secured another loan, and a loss is of the loan that holds it', async () => {
  const loan = await heldLoan();
  const { domainId, domainName } = await escrows.get(loan.id);
  const later = await heldLoan();
  const moved = { domainId, domainName, unicodeName: domainName };
  await escrows.raw.collection.updateOne({ _id: later.id as never }, { $set: moved });
  const refused = await release(loan, 'BORROWER');
  assert.deepEqual([refused.code, refused.reason], ['CONFLICT', 'HELD_ELSEWHERE']);
  assert.equal((await read(loan, 'operator')).held.state, 'HELD', 'nothing is written');
  assert.equal(count('lending.escrow.collateral-released', loan), 0);
  const lose = (escrowId: string | null) =>
    service.deliver('domains.domain.custody-lost', {
      ...{ domainId, accountId: platformAccountId, name: domainName, escrowId },
      reason: { code: 'TRANSFERRED', formerText: null },
    });
  // An event of an earlier version has no loan.
  await lose(null);
  const states = async () => [
    (await read(loan, 'operator')).held.state,
    (await read(later, 'operator')).held.state,
  ];
  assert.deepEqual(await states(), ['HELD', 'LOST']);
  await lose(loan.id);
  assert.deepEqual(await states(), ['LOST', 'LOST']);
});

test('a loan that a former release decided for the platform has a case', async () => {
  const loan = await heldLoan();
  await escrows.raw.collection.updateOne(
    { _id: loan.id as never },
    { $unset: { heldRelease: '', graceEndNotifiedAt: '' } },
  );
  assert.equal((await read(loan, 'lender')).held.state, 'HELD');
  assert.ok((await listHeld('HELD')).includes(loan.id));
  expectData(await release(loan, 'LENDER'));
});

test('the operator command lists, notes and releases', async () => {
  const loan = await heldLoan();
  const { domainName } = await escrows.get(loan.id);
  const { held } = operatorCommands;
  assert.match(await held(['note', loan.id, 'Called', 'both.']), /is added\.$/);
  const listed = await held([]);
  assert.match(listed, new RegExp(`${loan.id}  ${domainName}, since .* UTC: borrower`));
  assert.match(listed, /Nameloan staff: Called both\./);
  await assert.rejects(held(['release', loan.id, 'me']), { code: 'INVALID_INPUT' });
  await assert.rejects(held(['release', loan.id]), { code: 'INVALID_INPUT' });
  assert.match(await held(['release', loan.id, 'lender']), /is released to the lender, /);
  await assert.rejects(held(['release', loan.id, 'borrower']), { code: 'CONFLICT' });
  assert.ok(!(await held([])).includes(loan.id));
});
