/** Every REST call with invalid input on the real product: the right status, an error message, and no change. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '@nameloan/driver/person';
import type { Call } from '@nameloan/gateway/rest/load-calls';
import { generateKeyPair, SignJWT } from 'jose';
import type { AccountFixture } from '../environment/account-fixture.ts';
import { changes, createAccountFixture, pathWith } from '../environment/account-fixture.ts';
import {
  calls,
  invalidValues,
  keyOf,
  takesText,
  validBody,
  validValue,
} from '../environment/calls.ts';
import { countStatuses, sendConcurrently } from '../environment/concurrent-calls.ts';
import { assertRejection } from '../environment/rejections.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';

/** Calls that an outsider may make on another account's open listing. */
const openToAll = new Set(['GET /listings/{id}']);

/** Calls that return 404 to outsiders; a body of the right type reaches the service, which responds. */
const forOperators = new Set([
  'POST /transactions/exceptions/{id}',
  'POST /operator/domains/{id}/hold',
]);
/** Calls that accept any string: one that is not a valid token has no effect. */
const forgiving = new Set(['POST /users/logout']);

export function hostile(environment: GetEnvironment): void {
  let set: Promise<AccountFixture> | undefined;
  const scene = () => {
    set ??= createAccountFixture(environment());
    return set;
  };
  /** Asserts that `work` changes nothing. */
  const assertUnchanged = async (work: (scene: AccountFixture) => Promise<void>) => {
    const there = await scene();
    const before = await there.snapshot();
    await work(there);
    assert.deepEqual(changes(before, await there.snapshot()), []);
  };

  test('no call that needs a token accepts a missing, an expired, a forged or another token', () =>
    assertUnchanged((there) => refuseTokens(environment(), there)));
  test('no data of other accounts can be read or changed', () =>
    assertUnchanged((there) => refuseStranger(there)));
  test('a body with a wrong, missing, unknown or huge field is rejected with the field’s name', () =>
    assertUnchanged((there) => refuseBodies(there)));
  test('invalid ids find nothing', () => assertUnchanged((there) => rejectIds(there)));
  test('a call repeated twice, or eight times concurrently, takes effect once', async () => {
    await onlyOnce(environment());
  });
}

async function badTokens(
  environment: TestEnvironment,
  { owner }: AccountFixture,
): Promise<[string, string | null][]> {
  const [header = '', payload = '', signature = ''] = (owner.token ?? '').split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
  const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { privateKey } = await generateKeyPair('ES256');
  const other = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(privateKey);
  const symmetric = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid })
    .sign(Buffer.from(kid));
  const longer = text({ ...claims, exp: claims.exp + 3600 });
  return [
    ['none', null],
    ['expired', await environment.mint(owner, -5)],
    ['alg none', `${text({ alg: 'none', typ: 'JWT', kid })}.${payload}.`],
    ['alg none, signed', `${text({ alg: 'none', kid })}.${payload}.${signature}`],
    ['another key', other],
    ['another kind of key', symmetric],
    ['longer life', `${header}.${longer}.${signature}`],
    ['no token at all', 'x'],
    ['a huge one', 'x'.repeat(8000)],
    ['the refresh token', owner.refreshToken ?? ''],
  ];
}

async function refuseTokens(environment: TestEnvironment, scene: AccountFixture): Promise<void> {
  const tokens = await badTokens(environment, scene);
  for (const call of calls.filter(({ row }) => !row.public)) {
    const body = call.row.method === 'POST' ? validBody(call) : undefined;
    const path = pathWith(call.row.path, scene.ids);
    for (const [kind, token] of tokens) {
      const answer = await scene.owner.call(call.row.method, path, body, { token });
      assertRejection(answer, 401, `${keyOf(call)} with ${kind}`);
      assert.equal(answer.body.code, 'UNAUTHENTICATED');
    }
  }
}

/** Required query parameters, which are checked before authorization. */
function neededQuery(call: Call): string {
  const needed = call.queryFields.filter(({ required }) => required);
  return needed.map((field, at) => `${at ? '&' : '?'}${field.name}=${validValue(field)}`).join('');
}

async function refuseStranger(scene: AccountFixture): Promise<void> {
  const { outsider, ids, offerId, listedDomainId } = scene;
  for (const call of calls) {
    if (call.pathFields.length === 0 || call.row.public || openToAll.has(keyOf(call))) continue;
    const bodies = call.row.method === 'POST' ? choices(call) : [undefined];
    for (const body of bodies) {
      const path = pathWith(call.row.path, ids) + neededQuery(call);
      const answer = await outsider.call(call.row.method, path, body);
      const shown = `${keyOf(call)}: ${answer.status} ${JSON.stringify(answer.body)}`;
      assert.ok(answer.status === 404 || answer.status === 403, shown);
      assertRejection(answer, answer.status, keyOf(call));
    }
  }
  const listing = { desired_apy: 1, desired_term: 1, desired_loan_amount: 1 };
  for (const [path, body] of [
    ['/escrow/accept', { offerId }],
    ['/listings', { domain_id: listedDomainId, ...listing }],
  ] as const) {
    assertRejection(await outsider.call('POST', path, body), 404, path);
  }
}

/** A valid body for each operation that the call may choose. */
function choices(call: Call): Record<string, unknown>[] {
  const field = call.row.when?.field;
  if (!field) return [validBody(call)];
  return [...call.operations.keys()].map((value) => ({ ...validBody(call), [field]: value }));
}

/** A call for many rows rejects each alone. */
function hasRejectedRows({ status, body }: Awaited<ReturnType<Person['call']>>): boolean {
  const results: { error: { code: string } | null }[] = body.results ?? [];
  return status === 200 && results.length > 0 && results.every(({ error }) => error !== null);
}

/** The fields of a plan exclude each other; each is sent alone. */
const planFields = new Set([
  ...['plan', 'period', 'instalments', 'balloon_of', 'rows', 'early'],
  ...['late_fee', 'late_fee_cap', 'default_apy'],
]);
const withoutPlan = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !planFields.has(name)));

/** Values that no type rules out are checked after the amendment was found. */
const mayBeUnknown = (call: Call) => forOperators.has(keyOf(call)) || call.row.path.includes('{n}');

async function refuseBodies({ owner, ids }: AccountFixture): Promise<void> {
  for (const call of calls.filter(({ row }) => row.method === 'POST')) {
    const path = pathWith(call.row.path, ids);
    const send = (body: unknown) => owner.call('POST', path, body);
    const good = withoutPlan(validBody(call));
    const unknown = await send({ ...good, $where: '1' });
    assertRejection(unknown, 400, `${keyOf(call)} with an unknown field`);
    assert.deepEqual(Object.keys(unknown.body.fields), ['$where']);
    const required = call.bodyFields.filter((field) => field.required).map(({ name }) => name);
    if (required.length > 0) {
      const nothing = await send({});
      assertRejection(nothing, 400, `${keyOf(call)} with nothing`);
      assert.deepEqual(Object.keys(nothing.body.fields).sort(), required.sort());
    }
    for (const field of call.bodyFields) {
      const what = `${keyOf(call)} ${field.name}`;
      for (const value of invalidValues(field)) {
        const answer = await send({ ...good, [field.name]: value });
        if (answer.status === 404 && mayBeUnknown(call)) continue;
        if (hasRejectedRows(answer)) continue;
        assertRejection(answer, 400, `${what} = ${JSON.stringify(value)}`);
        const isNamed = namesField(answer.body.fields, field.name);
        assert.ok(isNamed, `${what} ${JSON.stringify(answer)}`);
      }
      if (!takesText(field) || forgiving.has(keyOf(call))) continue;
      const huge = await send({ ...good, [field.name]: 'x'.repeat(90_000) });
      assert.ok(huge.status >= 400 && huge.status < 500, `${what}: ${huge.status}`);
      assertRejection(huge, huge.status, what);
      const control = await send({ ...good, [field.name]: 'a\u0000b' });
      assert.ok(control.status >= 400 && control.status < 500, `${what}: ${control.status}`);
      assertRejection(control, control.status, what);
    }
  }
}

const namesField = (fields: object | undefined, name: string): boolean =>
  Object.keys(fields ?? {}).some((one) => one.split('.')[0] === name);

const noIds = [
  'nothing',
  '0',
  '-1',
  '{"$ne":null}',
  "' or 1=1 --",
  '$where',
  '__proto__',
  'a\u0000b',
  '../../users/self',
  '\u{1f600}',
  'x'.repeat(3000),
];

async function rejectIds({ owner }: AccountFixture): Promise<void> {
  for (const call of calls.filter(({ pathFields }) => pathFields.length > 0)) {
    for (const id of noIds) {
      const path = call.row.path.replace(/\{\w+\}/g, encodeURIComponent(id));
      for (const body of call.row.method === 'POST' ? choices(call) : [undefined]) {
        const answer = await owner.call(call.row.method, path, body);
        const shown = `${keyOf(call)} ${id.slice(0, 20)}: ${answer.status}`;
        assert.ok([400, 404, 414].includes(answer.status), shown);
        assertRejection(answer, answer.status, shown);
      }
    }
  }
}

/** Sends each call eight times concurrently, then once more. */
async function onlyOnce(environment: TestEnvironment): Promise<void> {
  const { loan, owner, lender, listedDomainId, offerId } = await createAccountFixture(environment);
  const repeat = async (person: Person, call: string, body?: unknown) => {
    const [method = '', path = ''] = call.split(' ');
    const answers = await sendConcurrently(8, person, { method, path, body });
    const again = await person.call(method, path, body);
    return `${countStatuses(answers)} then ${again.status}`;
  };
  const name = environment.newDomainName();
  assert.equal(await repeat(owner, 'POST /domains/add', { domain: name }), '201×1 409×7 then 409');
  const terms = { desired_apy: 1, desired_term: 1, desired_loan_amount: 1 };
  const relisted = { domain_id: listedDomainId, ...terms };
  assert.equal(await repeat(owner, 'POST /listings', relisted), '409×8 then 409');
  const denied = { status: 'DENIED' };
  assert.equal(await repeat(owner, `POST /offers/${offerId}`, denied), '200×1 409×7 then 409');
  const offer = { domain_id: listedDomainId, loan_amount: 5, term: 5, apy: 5 };
  assert.equal(await repeat(lender, 'POST /offers', offer), '201×1 409×7 then 409');
  assert.equal(await repeat(owner, `DELETE /listings/${listedDomainId}`), '204×1 404×7 then 404');
  assert.equal(await repeat(owner, 'POST /listings', relisted), '201×1 409×7 then 409');
  const escrow = `POST /escrow/${loan.id}`;
  assert.equal(await repeat(lender, `${escrow}/markPaid`), '409×8 then 409');
  assert.equal(await repeat(owner, `${escrow}/confirmReceipt`), '409×8 then 409');
  const { received_at } = await owner.get(`/escrow/${loan.id}`);
  const claim = { date: received_at.slice(0, 10), method: 'Wire', reference: 'x' };
  assert.equal(await repeat(owner, `${escrow}/claimRepaid`, claim), '200×1 409×7 then 409');
  assert.equal(
    await repeat(lender, `${escrow}/denyRepaid`, { reason: 'No.' }),
    '200×1 409×7 then 409',
  );
  assert.equal(await repeat(owner, `${escrow}/escalate`), '200×1 409×7 then 409');
  assert.equal(await repeat(lender, `${escrow}/finalize`), '409×8 then 409');
  const mine = `POST /notifications/${(await owner.get('/notifications')).notifications[0].id}`;
  assert.equal(await repeat(owner, mine, { read: true }), '200×8 then 200');
}
