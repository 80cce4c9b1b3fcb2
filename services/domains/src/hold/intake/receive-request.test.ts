/** Requests of dispute providers and courts without a login. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { quotas } from '@nameloan/contracts/quotas';
import { addStaff, staff } from '../../testing/holds.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import {
  addVerifiedDomain,
  expectData,
  freshName,
  startDomains,
} from '../../testing/start-domains.ts';
import { legalRequests } from './legal-request.model.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
  await addStaff(s);
});
after(() => s.stop());

const send = (domain: string, overrides: Record<string, string> = {}) =>
  s.as(null)(
    `mutation ($kind: LegalHoldKind!, $domain: String!, $caseId: String!, $provider: String!, $contact: String!, $text: String!) {
      sendLegalRequest(kind: $kind, domain: $domain, caseId: $caseId, provider: $provider, contact: $contact, text: $text)
    }`,
    {
      ...{ kind: 'COURT', domain, caseId: '12 O 34/26', provider: 'District Court' },
      ...{ contact: 'clerk@court.example', text: 'Keep this domain as it is.' },
      ...overrides,
    },
  );
const list = (who: string, open = true) =>
  s.as(who)(
    'query ($open: Boolean!) { legalRequests(open: $open, limit: 100) { requests { id domain caseId closedAt } total } }',
    { open },
  );

test('the reply is the same for a name that is here and for one that is not', async () => {
  const name = freshName();
  await addVerifiedDomain(s, 'ann', name);
  const [known, unknown] = [await send(name), await send(freshName())];
  assert.deepEqual(known, unknown);
  assert.equal(expectData(known).sendLegalRequest, true);
});

test('a request that is sent twice, or five times at once, is stored and published once', async () => {
  const name = freshName();
  await Promise.all(Array.from({ length: 5 }, () => send(name)));
  expectData(await send(name));
  const stored = expectData(await list(staff[0])).legalRequests.requests.filter(
    ({ domain }: { domain: string }) => domain === name,
  );
  assert.equal(stored.length, 1);
  await s.settle();
  const events = s.publishedEvents.filter(
    ({ subject, data }) =>
      subject === 'domains.request.received' && 'name' in data && data.name === name,
  );
  assert.equal(events.length, 1);
});

test('only operators read and close requests, and a closed one leaves the queue', async () => {
  const name = freshName();
  await send(name);
  assert.equal((await list('ann')).code, 'FORBIDDEN');
  const { requests } = expectData(await list(staff[0])).legalRequests;
  const { id } = requests.find(({ domain }: { domain: string }) => domain === name);
  const close = (who: string) =>
    s.as(who)('mutation ($id: ID!) { closeLegalRequest(id: $id) { closedAt } }', { id });
  assert.equal((await close('ann')).code, 'NOT_FOUND');
  const closed = expectData(await close(staff[0])).closeLegalRequest;
  assert.deepEqual(expectData(await close(staff[1])).closeLegalRequest, closed, 'twice');
  const left = expectData(await list(staff[0])).legalRequests.requests;
  assert.ok(!left.some((one: { id: string }) => one.id === id));
  assert.equal((await legalRequests.get(id)).closedBy, staff[0]);
});

test('invalid requests are rejected with their fields, and beyond the day’s quota of a network all are', async () => {
  const name = freshName();
  const invalid: [Record<string, string>, string][] = [
    [{ domain: 'no name' }, 'domain'],
    [{ caseId: ' ' }, 'caseId'],
    [{ provider: 'x'.repeat(201) }, 'provider'],
    [{ contact: '\u202e' }, 'contact'],
    [{ text: 'x'.repeat(5001) }, 'text'],
  ];
  for (const [input, field] of invalid) {
    const answer = await send(name, input);
    assert.equal(answer.code, 'INVALID_INPUT', field);
    assert.deepEqual(Object.keys(answer.fields ?? {}), [field]);
  }
  const answers = [];
  for (let count = 0; count <= quotas.legalRequests.max; count++)
    answers.push(await send(freshName()));
  assert.equal(answers.at(-1)?.code, 'TOO_MANY_REQUESTS');
});
