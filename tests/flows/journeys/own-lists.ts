/** Reads of the web app: filtered lists, totals, a chat over a bad connection, and the agreements. */

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { makeOffer } from '@nameloan/driver/steps';
import type { RestObject } from '../environment/loans.ts';
import { createAcceptedLoan, createListedDomain, performAction } from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';

const idsOf = (list: RestObject[]) => list.map(({ id }: { id: string }) => id);

/** Sends a complete request and closes the connection before reading the response. */
function hangUp(person: Person, path: string, body: unknown): Promise<void> {
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'x-access-token': person.token ?? '' };
  return new Promise((done) => {
    const call = request(`${person.baseUrl}/api${path}`, { method: 'POST', headers });
    call.on('error', () => done());
    call.on('close', () => done());
    call.on('finish', () => setTimeout(() => call.destroy(), 1));
    call.end(text);
  });
}

export function ownLists(environment: GetEnvironment): void {
  test('a message whose response was lost five times is stored once', async () => {
    const loan = await createAcceptedLoan(environment());
    const path = `/escrow/${loan.id}/message`;
    const once = { message: 'The money leaves tomorrow.', clientId: 'draft-1' };
    for (let lost = 0; lost < 5; lost++) await hangUp(loan.lender, path, once);
    const sent = await loan.lender.post(path, once);
    assert.deepEqual(await loan.lender.post(path, once), sent);
    const other = { ...once, message: 'The money left today.' };
    const taken = await expectRejection(loan.lender, `POST ${path}`, { status: 409, body: other });
    assert.equal(taken.reason, 'CLIENT_ID_TAKEN');
    const mine = { ...once, message: 'Thank you.' };
    await loan.borrower.post(path, mine);
    const chat = await loan.borrower.get(`/escrow/${loan.id}/messages`);
    assert.deepEqual(
      chat.map(({ message }: { message: string }) => message),
      [once.message, mine.message],
    );
    const later = await loan.borrower.get(`/escrow/${loan.id}/messages?limit=1&after=${sent.id}`);
    assert.deepEqual(idsOf(later), idsOf(chat.slice(1)));
    const earlier = `/escrow/${loan.id}/messages?limit=1&before=${later[0].id}`;
    assert.deepEqual(idsOf(await loan.borrower.get(earlier)), [sent.id]);
  });

  test('offers and loans are filtered and sorted, and own listings are marked', async () => {
    const { borrower, lender, domain, terms } = await createListedDomain(environment());
    const first = await makeOffer(lender, domain.id, terms);
    await borrower.post(`/offers/${first.id}`, { status: 'DENIED' });
    const second = await makeOffer(lender, domain.id, terms);
    const sent = async (query: string) =>
      idsOf((await lender.get(`/offers/sent-offers?${query}`)).offers);
    assert.deepEqual(await sent(''), [second.id, first.id]);
    assert.deepEqual(await sent('direction=asc'), [first.id, second.id]);
    assert.deepEqual(await sent('open=true'), [second.id]);
    assert.deepEqual(await sent('status=DENIED'), [first.id]);
    await expectRejection(lender, 'GET /offers/sent-offers?status=LOST', { status: 400 });

    const ownership =
      'query ($id: ID!) { listing(id: $id) { mine actions myOffer { id actions } } }';
    const marked = async (person: Person) =>
      (await person.graphql(ownership, { id: second.listing_id })).listing;
    const offer = { id: second.id, actions: ['RESCIND'] };
    assert.deepEqual(await marked(lender), { mine: false, actions: [], myOffer: offer });
    assert.deepEqual(await marked(borrower), { mine: true, actions: ['CLOSE'], myOffer: null });

    const { id } = await borrower.post('/escrow/accept', { offerId: second.id });
    const loans = async (body: object) =>
      idsOf((await borrower.post('/escrow/borrower', body)).escrows);
    assert.deepEqual(await loans({ open: true }), [id]);
    assert.deepEqual(await loans({ status: 'CANCELLED' }), []);
    await performAction(borrower, { id }, 'cancel');
    assert.deepEqual(await loans({ open: true }), []);
    assert.deepEqual(await loans({ status: 'CANCELLED' }), [id]);
  });

  test('the dashboard totals two hundred and fifty loans exactly', async () => {
    const loan = await createAcceptedLoan(environment());
    const made = Array.from({ length: 250 }, (_, index) => ({
      amountCents: 100_000 + index,
      status: index % 5 === 0 ? 'CANCELLED' : 'NEW',
      domainId: `copy-${loan.id}-${index}`,
    }));
    await environment().copyLoans(loan.id, made);
    const { dashboard } = await loan.lender.graphql(`{ dashboard {
      lending { open amount byStatus { status count } largest(limit: 2) { amount } }
    } }`);
    const running = made.filter(({ status }) => status === 'NEW');
    const sum = running.reduce((total, { amountCents }) => total + amountCents, 90_050);
    assert.deepEqual(dashboard.lending, {
      open: 201,
      amount: sum,
      byStatus: [
        { status: 'PENDING_SIGNATURE', count: 1 },
        { status: 'NEW', count: 200 },
        { status: 'CANCELLED', count: 50 },
      ],
      largest: [{ amount: 100_249 }, { amount: 100_248 }],
    });
  });

  test('a visitor reads both agreements; a second request returns not modified', async () => {
    const visitor = await environment().newPerson('Vera Visitor');
    for (const kind of [0, 1]) {
      const path = `/contracts/specimen/${kind}`;
      const first = await visitor.call('GET', path, undefined, { token: null });
      assert.deepEqual([first.status, first.headers.get('content-type')], [200, 'application/pdf']);
      const etag = first.headers.get('etag') ?? '';
      const again = { token: null, headers: { 'if-none-match': etag } };
      assert.equal((await visitor.call('GET', path, undefined, again)).status, 304);
      assert.match(first.headers.get('cache-control') ?? '', /max-age/);
    }
    await expectRejection(visitor, 'GET /contracts/specimen/2', { status: 404 });
  });

  test('operators read their queue; for all others it is forbidden', async () => {
    const operator = await environment().newOperator();
    await expectRejection(operator, 'GET /escrow/disputes', { status: 403 });
    await environment().setOperator(operator);
    await waitFor('the operator’s right', async () => {
      return (await operator.call('GET', '/escrow/disputes')).status === 200;
    });
    const queue = await operator.get('/escrow/disputes?status=ESCALATED&limit=1');
    assert.ok(queue.escrows.length <= 1 && queue.pages >= 1 && queue.total >= queue.escrows.length);
    await expectRejection(operator, 'GET /escrow/disputes?limit=101', { status: 400 });
  });
}
