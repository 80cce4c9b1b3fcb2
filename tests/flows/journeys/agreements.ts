/** What the parties agree on: one APR everywhere, disputes that they settle themselves, evidence. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { makeOffer } from '@nameloan/driver/steps';
import type { RestObject } from '../environment/loans.ts';
import {
  createAcceptedLoan,
  createListedDomain,
  createPostedLoan,
  getEscrow,
  performAction,
} from '../environment/loans.ts';
import { assertRejection, expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';
import { waitForDomainStatus } from '../environment/wait-for-state.ts';
import { disputed, handedOver } from './loan-endings.ts';

export function agreements(environment: GetEnvironment): void {
  oneApr(environment);
  settlements(environment);
  evidence(environment);
}

function oneApr(environment: GetEnvironment): void {
  test('listing, offer, loan and contract show the same APR, which includes the transfer fee', async () => {
    const terms = { amount: 1000, term: 30, apy: 0 };
    const loan = await createAcceptedLoan(environment(), terms);
    const { transfer_fee: fee } = await loan.borrower.get(`/domains/${loan.domain.id}`);
    assert.ok(fee > 0);
    const expected = Math.round((fee / (1000 - fee)) * (365 / 30) * 10_000) / 100;
    const { escrows } = await loan.lender.post('/escrow/lender', {});
    const { offers } = await loan.lender.get('/offers/sent-offers');
    const listing = await loan.lender.get(`/listings/${offers[0].listing_id}`);
    const url = await waitFor('the contract', async () => {
      const { borrower_contract_url } = await getEscrow(loan.borrower, loan);
      return borrower_contract_url;
    });
    const contract = await loan.borrower.get(`/contracts/${url.split('/').at(-1)}`);
    for (const { disclosure } of [listing, offers[0], escrows[0], contract]) {
      assert.deepEqual([disclosure.receives, disclosure.transfer_fee], [1000, fee]);
      assert.equal(disclosure.apr_all_costs_percent, expected);
    }
    const mine = await createListedDomain(environment(), terms);
    const offer = await makeOffer(mine.lender, mine.domain.id, terms);
    assert.equal(offer.disclosure.apr_all_costs_percent, expected);
  });
}

function settlements(environment: GetEnvironment): void {
  const say = (outcome: string) => ({ outcome });

  test('a dispute settled by RETURN returns the domain without an operator', async () => {
    const dispute = await disputed(environment());
    const { borrower, lender, operator } = dispute;
    await expectRejection(operator, `POST /escrow/${dispute.id}/settle`, {
      status: 403,
      body: say('RETURN'),
    });
    const proposed = await performAction(borrower, dispute, 'settle', say('RETURN'));
    assert.equal(proposed.status, 'ESCALATED');
    const seen = await getEscrow(lender, dispute);
    assert.deepEqual([seen.settlement.by, seen.settlement.outcome], ['BORROWER', 'RETURN']);
    assert.ok(seen.actions.includes('SETTLE'));
    assert.ok(seen.dispute_dates.evidence_until < seen.dispute_dates.decision_due);
    const notification = await waitFor('the notification of the proposal', async () => {
      const { notifications } = await lender.get('/notifications');
      return notifications.find((one: RestObject) => one.body.includes('returns to the borrower'));
    });
    assert.equal(notification.message, true);
    const again = { status: 409, body: say('RETURN') };
    const refusal = await expectRejection(borrower, `POST /escrow/${dispute.id}/settle`, again);
    assert.equal(refusal.reason, 'ALREADY_PROPOSED');
    const over = await performAction(lender, dispute, 'settle', say('RETURN'));
    assert.equal(over.status, 'FINALIZED_RETURN_TO_BORROWER');
    await waitForDomainStatus(borrower, dispute.domain, 'CUSTODY_PAID');
  });

  test('a dispute settled by SEIZE gives the domain to the lender', async () => {
    const dispute = await disputed(environment());
    await performAction(dispute.lender, dispute, 'settle', say('SEIZE'));
    const over = await performAction(dispute.borrower, dispute, 'settle', say('SEIZE'));
    assert.equal(over.status, 'FINALIZED_LENDER_SEIZURE');
    await handedOver(dispute, dispute.lender);
  });

  test('a dispute settled by CONTINUE lets the loan continue; a different proposal replaces the first', async () => {
    const dispute = await disputed(environment());
    await performAction(dispute.borrower, dispute, 'settle', say('RETURN'));
    await performAction(dispute.borrower, dispute, 'settle', say('CONTINUE'));
    await performAction(dispute.lender, dispute, 'settle', say('SEIZE'));
    const on = await performAction(dispute.lender, dispute, 'settle', say('CONTINUE'));
    assert.equal(on.status, 'ESCALATED');
    const agreed = await performAction(dispute.borrower, dispute, 'settle', say('CONTINUE'));
    assert.deepEqual([agreed.status, agreed.stage], ['LOAN_POSTED', 'ACTIVE']);
    assert.equal(agreed.settlement, null);
  });
}

function evidence(environment: GetEnvironment): void {
  const letter = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\nstartxref\n9\n%%EOF\n');
  const send = (person: Person, id: string, file: Buffer, name: string) =>
    fetch(`${environment().url}/api/escrow/${id}/evidence?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { 'x-access-token': person.token ?? '', 'content-type': 'application/x-anything' },
      body: new Uint8Array(file),
    });
  const fetchFile = (person: Person, path: string) =>
    fetch(`${environment().url}${path}`, { headers: { 'x-access-token': person.token ?? '' } });

  test('both parties add evidence, everyone in the dispute can download it, and others cannot see it', async () => {
    const dispute = await disputed(environment());
    const { borrower, lender, operator } = dispute;
    const brought = await send(borrower, dispute.id, letter, '../../Bank – Nachweis.pdf');
    const added = (await brought.json()) as RestObject;
    assert.deepEqual([brought.status, added.name], [201, 'Bank – Nachweis.pdf']);
    assert.equal(added.message, 'Evidence added');
    await send(lender, dispute.id, Buffer.from('Nothing came.\n'), 'statement.txt');
    for (const person of [borrower, lender, operator]) {
      const list = await person.get(`/escrow/${dispute.id}/evidence`);
      assert.deepEqual(
        list.map((one: RestObject) => [one.by, one.name, one.type, one.size]),
        [
          ['BORROWER', 'Bank – Nachweis.pdf', 'application/pdf', letter.length],
          ['LENDER', 'statement.txt', 'text/plain', 14],
        ],
      );
      const file = await fetchFile(person, list[0].path);
      assert.match(file.headers.get('content-disposition') ?? '', /^attachment;.*UTF-8''Bank%20/);
      assert.equal(file.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(file.headers.get('cache-control'), 'private, no-cache');
      assert.ok(Buffer.from(await file.arrayBuffer()).equals(letter));
      const etag = file.headers.get('etag') ?? '';
      const headers = { 'x-access-token': person.token ?? '', 'if-none-match': etag };
      assert.equal((await fetch(`${environment().url}${list[0].path}`, { headers })).status, 304);
    }
    const notification = await waitFor('the notification of the other party', async () => {
      const { notifications } = await lender.get('/notifications');
      return notifications.find((one: RestObject) => one.body.includes('Bank – Nachweis.pdf'));
    });
    assert.match(notification.body, /The borrower added evidence/);
    const stranger = await environment().newPerson('Sven Stranger');
    assert.equal((await fetchFile(stranger, added.path)).status, 404);
    assert.equal((await send(stranger, dispute.id, letter, 'x.pdf')).status, 404);
    assert.equal((await fetch(`${environment().url}${added.path}`)).status, 401);
    await expectRejection(stranger, `GET /escrow/${dispute.id}/evidence`, { status: 404 });
  });

  test('an unsupported type is 415, a file over 5 MB 413, an eleventh file of a party 409', async () => {
    const dispute = await disputed(environment());
    const { borrower } = dispute;
    const refusal = async (file: Buffer, name = 'letter.pdf') => {
      const answer = await send(borrower, dispute.id, file, name);
      const body = (await answer.json()) as RestObject;
      assertRejection(
        { status: answer.status, body, headers: answer.headers },
        answer.status,
        name,
      );
      return [answer.status, body.code, body.reason];
    };
    const zip = Buffer.concat([Buffer.from('504b0506', 'hex'), Buffer.alloc(18)]);
    assert.deepEqual(await refusal(zip), [415, 'UNSUPPORTED_TYPE', undefined]);
    const large = Buffer.alloc(5 * 1024 * 1024 + 1, 0x61);
    assert.deepEqual(await refusal(large, 'large.txt'), [413, 'TOO_LARGE', undefined]);
    assert.deepEqual(await refusal(Buffer.alloc(0)), [400, 'INVALID_INPUT', undefined]);
    assert.deepEqual(await refusal(letter, 'x'.repeat(2_000)), [400, 'INVALID_INPUT', undefined]);
    const whole = await send(borrower, dispute.id, large.subarray(1), 'large.txt');
    assert.equal(whole.status, 201);
    for (let number = 2; number <= 10; number++) {
      const file = Buffer.from(`Line ${number}\n`);
      assert.equal((await send(borrower, dispute.id, file, 'line.txt')).status, 201);
    }
    assert.deepEqual(await refusal(letter), [409, 'CONFLICT', 'EVIDENCE_FULL']);
    assert.ok(!(await getEscrow(borrower, dispute)).actions.includes('ADD_EVIDENCE'));
    assert.equal((await send(dispute.lender, dispute.id, letter, 'mine.pdf')).status, 201);
  });
}

/** Moves the clock. */
export function agreementsInTime(environment: GetEnvironment): void {
  test('each party has a yearly statement: interest of a repaid loan, and debt settled by a surrender', async () => {
    const repaid = await createPostedLoan(environment());
    const givenUp = await createPostedLoan(environment());
    await environment().sandbox.advanceClock('30d');
    await performAction(repaid.lender, repaid, 'finalize');
    const over = await performAction(givenUp.borrower, givenUp, 'finalize', {
      outcome: 'SURRENDER',
    });
    const { now } = await environment().sandbox.readClock();
    const year = now.slice(0, 4);
    // 900.50 × 0.18 × 30 / 365 = 13.3224…
    for (const [person, sums, rows] of [
      [repaid.borrower, '0.00,13.32,0.00,0.00', 4],
      [repaid.lender, '13.32,0.00,0.00,0.00', 4],
      [givenUp.borrower, '0.00,0.00,0.00,913.82', 3],
      [givenUp.lender, '0.00,0.00,913.82,0.00', 3],
    ] as const) {
      const csv = await person.call('GET', `/statements/${year}.csv`);
      assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
      const lines = csv.body.trimEnd().split('\r\n');
      // The repaid loan has a row of its payment too.
      assert.equal(lines.length, rows);
      assert.ok(lines.at(-1).startsWith(`Total,,,,,,,,,${sums},`));
      const pdf = await person.call('GET', `/statements/${year}.pdf`);
      assert.equal(pdf.headers.get('content-type'), 'application/pdf');
      assert.match(pdf.headers.get('content-disposition') ?? '', /^attachment; /);
    }
    assert.equal(over.discharged, 913.82);
    const coming = `/statements/${Number(year) + 1}.csv`;
    await expectRejection(repaid.lender, `GET ${coming}`, {
      status: 400,
      message: /^Enter a year from/,
    });
    await expectRejection(repaid.lender, 'GET /statements/abcd.pdf', { status: 400 });
    const anonymous = await fetch(`${environment().url}/api/statements/${year}.csv`);
    assert.equal(anonymous.status, 401);
  });

  test('a calendar program reads the dates of a loan at the secret address, until it is replaced', async () => {
    const loan = await createPostedLoan(environment());
    const { url } = (await loan.borrower.call('GET', '/users/calendar')).body;
    const feed = await fetch(url);
    assert.match(feed.headers.get('content-type') ?? '', /^text\/calendar/);
    const text = (await feed.text()).replaceAll('\r\n ', '');
    assert.match(
      text,
      new RegExp(`SUMMARY:${loan.domain.domain.replaceAll('.', '\\.')}: repayment due\r\n`),
    );
    assert.doesNotMatch(text, /\$/);
    const { url: replaced } = (await loan.borrower.call('POST', '/users/calendar', {})).body;
    assert.equal((await fetch(url)).status, 404);
    assert.equal((await fetch(replaced)).status, 200);
  });
}

/** Moves the clock. */
export function performanceInTime(environment: GetEnvironment): void {
  test('a lender’s results agree as JSON, as CSV and with the statement, and other accounts have none', async () => {
    const repaid = await createPostedLoan(environment());
    const givenUp = await createPostedLoan(environment());
    const running = await repaid.lender.get('/performance');
    assert.deepEqual(
      [running.open_loans, running.outstanding, running.weighted_rate],
      [1, 900.5, 18],
    );
    assert.equal(sumOf(running, 'expected'), 26.64);
    assert.deepEqual(
      [running.realised_yield_percent, running.realised_yield_note],
      [null, 'No loan has ended yet.'],
    );
    await environment().sandbox.advanceClock('30d');
    await performAction(repaid.lender, repaid, 'finalize');
    await performAction(givenUp.borrower, givenUp, 'finalize', { outcome: 'SURRENDER' });
    const won = await repaid.lender.get('/performance');
    // 13.32 × 365 / (900.50 × 30) = 17.996…
    assert.deepEqual(
      [won.open_loans, won.interest_earned, sumOf(won, 'earned'), won.realised_yield_percent],
      [0, 13.32, 13.32, 18],
    );
    const lost = await givenUp.lender.get('/performance');
    assert.deepEqual(
      [lost.seized_loans, lost.principal_lost, lost.realised_yield_percent],
      [1, 900.5, -1216.67],
    );
    assert.deepEqual(
      lost.seized.map(({ id, amount, discharged }: RestObject) => [id, amount, discharged]),
      [[givenUp.id, 900.5, 913.82]],
    );
    const csv = await givenUp.lender.call('GET', '/performance.csv');
    assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
    const lines = csv.body.trimEnd().split('\r\n');
    assert.equal(lines.length, 4);
    assert.match(lines[1], new RegExp(`^${givenUp.id},.*,SEIZED,900\\.50,18,`));
    assert.match(lines[2], /^Open loans,,,,0\.00,,/);
    assert.match(lines[3], /^Total,.*,900\.50,-1216\.67$/);
    const other = await givenUp.borrower.get('/performance');
    assert.deepEqual([other.open_loans, other.seized_loans, other.seized], [0, 0, []]);
    for (const path of ['/performance', '/performance.csv'])
      assert.equal((await fetch(`${environment().url}/api${path}`)).status, 401);
  });
}

const sumOf = ({ months }: RestObject, key: 'earned' | 'expected'): number =>
  months.reduce((sum: number, month: RestObject) => sum + month[key], 0);
