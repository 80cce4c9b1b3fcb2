/** Every call with every kind of invalid input: a sentence, a stable code, the right status, and no service is called. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isErrorCode } from '@nameloan/contracts/errors';
import { isEnumType, isListType, isNonNullType } from 'graphql';
import { apiSchemaOf, readCommittedSupergraph } from '../supergraph.ts';
import type { TestGateway, TestResponse } from '../testing/gateway.ts';
import { startTestGateway } from '../testing/gateway.ts';
import type { Call } from './load-calls.ts';
import { loadCalls } from './load-calls.ts';
import type { InputField } from './read-input.ts';

const calls = loadCalls(await apiSchemaOf(readCommittedSupergraph()));
let gateway: TestGateway;
let token: string;

before(async () => {
  gateway = await startTestGateway({ environment: { RATE_LIMITS: 'off' } });
  token = await gateway.token();
});
after(() => gateway.stop());

const pathOf = ({ row, pathFields }: Call) =>
  pathFields.reduce(
    (path, { name, type }) =>
      path.replace(`{${name}}`, String(type).startsWith('Int') ? '1' : 'some-id'),
    `/api${row.path}`,
  );
const keyOf = (call: Call) => `${call.row.method} ${call.row.path}`;
const reached = () => [...gateway.services.values()].reduce((sum, one) => sum + one.seen.length, 0);

/** A row that is invalid fails alone. */
const failsByRow = (type: InputField['type']) => String(type).includes('ListingItem');

function goodValue({ name, type }: InputField): unknown {
  const bare = isNonNullType(type) ? type.ofType : type;
  if (isListType(bare)) {
    if (failsByRow(type)) return [{ domain_id: 'text' }];
    if (String(type).includes('DsRecordInput'))
      return [{ keyTag: 1, algorithm: 13, digestType: 2, digest: 'ab' }];
    if (String(type).includes('DatedAmountInput')) return [{ date: '2026-01-31', amount: 1 }];
    if (String(type).includes('PlanRowInput')) return [{ day: 30, amount: 1 }];
    return ['ns1.example.com', 'ns2.example.com'];
  }
  if (String(bare) === 'ContractKind') return 1;
  if (isEnumType(bare)) return bare.getValues()[0]?.name;
  if (name === 'page' || name === 'limit') return 1;
  switch (String(bare)) {
    case 'Cents':
    case 'BasisPoints':
      return 12.5;
    case 'Int':
      return 1;
    case 'Boolean':
      return true;
    case 'DateTime':
      return '2026-01-31T12:00:00Z';
    case 'CalendarDate':
      return '2026-01-31';
    case 'AddressInput':
      return { address1: 'a', city: 'b', zip: 'c', country: 'd' };
    case 'LetterCorrection':
      return { amount: 12.5, reason: 'a' };
    case 'AmendmentTermsInput':
      return { apy: 10 };
    case 'PayeeFieldsInput':
      return { iban: 'a' };
    case 'MailPreferencesInput':
      return { offer: false };
    default:
      return 'text';
  }
}

const takesBody = ({ row, bodyFields }: Call) => row.method === 'POST' || bodyFields.length > 0;
const goodBody = (call: Call) =>
  Object.fromEntries(call.bodyFields.map((field) => [field.name, goodValue(field)]));

function assertRejected(answer: TestResponse, status: number, what: string): void {
  assert.equal(answer.status, status, `${what}: ${JSON.stringify(answer.body)}`);
  const { message, code, requestId, stack } = answer.body;
  assert.ok(isErrorCode(code), `${what}: ${code}`);
  // The fixed messages for missing fields are no sentences.
  assert.match(message, /^(\S.* .*\.|Invalid \w+|MFA code required)$/s, what);
  assert.ok(requestId, what);
  assert.equal(stack, undefined);
}

test('a valid request of every call returns its status and reaches a service', async () => {
  for (const call of calls) {
    const before = reached();
    const body = takesBody(call) ? goodBody(call) : undefined;
    const requiredFields = call.queryFields.filter(({ required }) => required);
    const query = requiredFields.map((field) => `${field.name}=${goodValue(field)}`).join('&');
    const path = `${pathOf(call)}?${query}`;
    const answer = await gateway.call(call.row.method, path, { token, body });
    // The generated replies have a value in every field, also in the one that says the work is done.
    const isDone = call.row.response === 'NOTHING' || call.row.doneField !== undefined;
    const status = isDone ? 204 : (call.row.status ?? 200);
    assert.equal(answer.status, status, `${keyOf(call)}: ${JSON.stringify(answer.body)}`);
    if (call.row.message) assert.equal(answer.body.message, call.row.message);
    assert.ok(reached() > before, keyOf(call));
  }
});

test('a call that needs a token rejects a request without one before anything else', async () => {
  for (const call of calls.filter(({ row }) => !row.public)) {
    const body = call.row.method === 'GET' ? undefined : 'not json';
    const headers = { 'content-type': 'application/json' };
    const answer = await gateway.call(call.row.method, pathOf(call), { body, headers });
    assertRejected(answer, 401, keyOf(call));
    assert.equal(answer.body.code, 'UNAUTHENTICATED');
  }
});

test('a missing, misplaced or unknown body field is named, and no service is called', async () => {
  const before = reached();
  for (const call of calls.filter(takesBody)) {
    const unknownField = await gateway.call(call.row.method, pathOf(call), {
      token,
      body: { ...goodBody(call), $where: '1' },
    });
    assertRejected(unknownField, 400, keyOf(call));
    assert.deepEqual(Object.keys(unknownField.body.fields), ['$where'], keyOf(call));
    const required = call.bodyFields.filter((field) => field.required).map((field) => field.name);
    if (required.length === 0) continue;
    for (const body of [undefined, {}, '']) {
      const empty = await gateway.call(call.row.method, pathOf(call), { token, body });
      assertRejected(empty, 400, keyOf(call));
      assert.deepEqual(Object.keys(empty.body.fields).sort(), required.sort(), keyOf(call));
    }
  }
  assert.equal(reached(), before);
});

test('operator objects, lists, numbers for strings and strings for numbers are rejected in every field', async () => {
  const before = reached();
  for (const call of calls) {
    for (const field of call.bodyFields) {
      const good = goodValue(field);
      const wrong: unknown[] = [{ $ne: null }, typeof good === 'string' ? 7 : '7'];
      if (!failsByRow(field.type)) wrong.push([[1]]);
      if (typeof good === 'number') wrong.push(1e300, -1e300, 0.001);
      for (const value of wrong) {
        const body = { ...goodBody(call), [field.name]: value };
        const answer = await gateway.call(call.row.method, pathOf(call), { token, body });
        assertRejected(answer, 400, `${keyOf(call)} ${field.name} ${JSON.stringify(value)}`);
        const named = Object.keys(answer.body.fields).map((name) => name.split('.')[0]);
        assert.ok(named.includes(field.name), `${keyOf(call)} ${field.name}`);
      }
    }
    const texts = ['String', 'ID'];
    for (const field of call.queryFields.filter(({ type }) => !texts.includes(String(type)))) {
      const answer = await gateway.call(call.row.method, `${pathOf(call)}?${field.name}=x%00`, {
        token,
      });
      assertRejected(answer, 400, `${keyOf(call)} ${field.name}`);
    }
  }
  assert.equal(reached(), before);
});

test('a body that is not a JSON object is rejected by its type', async () => {
  const json = { 'content-type': 'application/json' };
  const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
  for (const call of calls.filter(takesBody)) {
    const path = pathOf(call);
    for (const body of ['{', '[]', 'null', '1', '"x"', '{"a":1}}', deep, '\ufffe']) {
      const answer = await gateway.call(call.row.method, path, { token, body, headers: json });
      assertRejected(answer, 400, `${keyOf(call)} ${body.slice(0, 20)}`);
    }
    for (const kind of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
      'application/json, text/plain',
      'no type',
    ]) {
      const answer = await gateway.call(call.row.method, path, {
        token,
        body: '{}',
        headers: { 'content-type': kind },
      });
      assertRejected(answer, 415, `${keyOf(call)} ${kind}`);
    }
    const limit = (call.row.bodyLimitKilobytes ?? 100) * 1024;
    const huge = `{"text":"${'x'.repeat(limit)}"}`;
    assertRejected(
      await gateway.call(call.row.method, path, { token, body: huge, headers: json }),
      413,
      keyOf(call),
    );
  }
});

test('pages below 1 and limits outside 1 to 100 are rejected; unknown parameters are ignored', async () => {
  for (const call of calls) {
    if (!call.queryFields.some(({ name }) => name === 'page')) continue;
    for (const query of [
      'page=0',
      'page=-1',
      'limit=0',
      'limit=101',
      'page=1.5',
      'limit=',
      'page=1&page=2',
    ]) {
      const answer = await gateway.call('GET', `${pathOf(call)}?${query}`, { token });
      if (query === 'limit=') assert.equal(answer.status, 200);
      else assertRejected(answer, 400, `${keyOf(call)} ${query}`);
    }
    const answer = await gateway.call('GET', `${pathOf(call)}?page=9999&limit=100&$where=1&utm=x`, {
      token,
    });
    assert.equal(answer.status, 200);
  }
  for (const path of ['/api/escrow/borrower', '/api/escrow/lender']) {
    for (const body of [{ page: 0 }, { limit: 101 }, { page: '1' }]) {
      assertRejected(await gateway.call('POST', path, { token, body }), 400, path);
    }
  }
});
