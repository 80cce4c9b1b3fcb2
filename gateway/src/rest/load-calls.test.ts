/** The REST calls match the schema and contain every promised call. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Kind } from 'graphql';
import { openApiFile } from '../compose.ts';
import { apiSchemaOf, readCommittedSupergraph } from '../supergraph.ts';
import { readStoredOperations, streams } from './declarations.ts';
import { loadCalls } from './load-calls.ts';

const schema = await apiSchemaOf(readCommittedSupergraph());
const calls = loadCalls(schema);
const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** The calls that the REST API promises. */
const promised = `
POST /users/login, POST /users/register, POST /users/refresh, POST /users/get_reset_token, POST /users/reset,
GET /users/self, POST /users/profile, GET /notifications,
POST /notifications, POST /notifications/stop-mail, POST /mail/unsubscribe/{token}, GET /mail/unsubscribe/{token}, POST /notifications/{notificationId}, GET /users/preferences, POST /users/preferences, GET /avatars/{digest},
GET /listings, POST /listings, DELETE /listings/{id}, GET /domains, POST /domains/add,
POST /domains/import, GET /domains/imports/{id}, GET /domains/export.csv, GET /domains/labels, POST /domains/labels,
POST /domains/{id}/transfer, POST /domains/{id}/transferOut, POST /domains/{id}/editNS,
GET /domains/{id}/ds, POST /domains/{id}/ds,
POST /offers, POST /offers/{id}, GET /offers/my-offers, GET /offers/sent-offers,
POST /escrow/borrower, POST /escrow/lender, POST /escrow/accept, GET /escrow/{id}, GET /escrow/{id}/messages,
POST /escrow/{id}/message, POST /escrow/{id}/cancel, POST /escrow/{id}/escalate, POST /escrow/{id}/finalize,
POST /escrow/{id}/markPaid, GET /transactions, POST /transactions/nowpayments-session,
POST /transactions/stripe-session, GET /transactions/exceptions, POST /transactions/exceptions/{id},
POST /domains/{id}/verify, POST /domains/verify, GET /domains/verifications/{id}, GET /users/account-proof, POST /domains/{id}/value, GET /domains/{id}, DELETE /domains/{id}, POST /domains/{id}/renew, GET /domains/{id}/quote, GET /domains/{id}/diligence, GET /domains/{id}/connect, GET /domains/{id}/transfer-checklist,
POST /domains/{id}/push, GET /domains/pushes, POST /domains/pushes/{id}/accept, POST /domains/pushes/{id}/decline, DELETE /domains/pushes/{id},
POST /domains/{id}/cancelTransfer, POST /domains/{id}/cancelTransferOut, POST /domains/stop-transfer-out, GET /listings/{id},
GET /escrow/{id}/payments, POST /escrow/{id}/payments, POST /escrow/{id}/payments/{payment_id}/confirm, POST /escrow/{id}/payments/{payment_id}/deny, POST /escrow/{id}/payments/{payment_id}/withdraw, GET /escrow/{id}/balance,
POST /escrow/{id}/confirmReceipt, POST /escrow/{id}/claimRepaid, POST /escrow/{id}/denyRepaid,
POST /escrow/{id}/settle, POST /escrow/{id}/paymentDetails, POST /escrow/{id}/withdrawClaim, POST /escrow/{id}/evidenceDone, GET /escrow/{id}/evidence, POST /escrow/{id}/evidence,
GET /escrow/{id}/contract, GET /escrow/{id}/evidence/{evidenceId}, POST /escrow/{id}/resolve, GET /escrow/disputes, GET /escrow/held, POST /escrow/{id}/release, POST /escrow/{id}/caseNotes, GET /escrow/{id}/history,
GET /contracts/{token}, GET /contracts/{token}/pdf, GET /contracts/specimen/{kind},
POST /contracts/{token}/sign, POST /contracts/verify, POST /users/mfa/enroll, POST /users/mfa/confirm,
POST /users/mfa/disable, POST /users/email, DELETE /users/email, POST /users/stop-email-change, POST /users/not-me, GET /users/payees, POST /users/payees, POST /users/payees/{id}, DELETE /users/payees/{id}, DELETE /users/payees/{id}/pending, POST /users/payees/stop, GET /users/sessions, DELETE /users/sessions/{id}, POST /users/logout,
GET /statements/{year}.csv, GET /statements/{year}.pdf, GET /performance, GET /performance.csv, POST /figures/balance, POST /figures/plan,
POST /webhooks/stripe, POST /webhooks/nowpayments, POST /webhooks/namecom/{connection},
POST /listings/bulk, DELETE /listings/bulk, DELETE /domains/bulk,
 POST /operator/domains/{id}/hold, DELETE /operator/domains/{id}/hold, POST /legal-requests`;

test('every promised call exists, and the committed description lists exactly the calls that exist', () => {
  const there = [...calls.map(({ row }) => row), ...streams].map(keyOf);
  const missing = promised.split(',').filter((one) => !there.includes(one.trim()));
  assert.deepEqual(missing, []);
  const { paths } = JSON.parse(readFileSync(openApiFile, 'utf8')) as { paths: object };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(there.sort(), described.sort());
});

test('calls about many domains take as many as their services do, within the limit of their body', () => {
  const maxItemsOf = (key: string) => {
    const { bodyFields = [] } = calls.find(({ row }) => keyOf(row) === key) ?? {};
    return Object.fromEntries(bodyFields.map(({ name, maxItems }) => [name, maxItems]));
  };
  assert.equal(maxItemsOf('POST /domains/verify').ids, 5000);
  assert.deepEqual(maxItemsOf('POST /domains/labels'), { ids: 500, add: 20, remove: 20 });
  const verify = calls.find(({ row }) => keyOf(row) === 'POST /domains/verify');
  const body = JSON.stringify({ ids: Array(5000).fill('x'.repeat(64)) });
  assert.ok(body.length <= (verify?.row.bodyLimitKilobytes ?? 0) * 1024);
});

const operation = (route: string, name = 'Self') =>
  `query ${name} ${route} { result: self { id } }`;
const load = (...operations: string[]) => loadCalls(schema, operations.join('\n'));

test('every stored operation belongs to exactly one call, and only a choice shares a path', () => {
  const stored = readStoredOperations().match(/^(query|mutation) /gm) ?? [];
  const loaded = calls.flatMap(({ operations }) => [...operations.values()]);
  assert.equal(loaded.length, stored.length);
  const one = '@rest(method: GET, path: "/a", summary: "A")';
  assert.equal(load(operation(one)).length, 1);
  assert.throws(
    () => load(operation(one), operation(one, 'Other')),
    /GET \/a has several operations/,
  );
});

test('a fragment with @leafFields has every scalar and enum of its type, and no exception', () => {
  const text = `
    query One($id: ID!) @rest(method: GET, path: "/a/{id}", summary: "A") {
      result: listing(id: $id) { ...Some }
    }
    fragment Some on Listing @leafFields(except: ["mine"]) { rate: desiredRate }`;
  const [call] = loadCalls(schema, text);
  const fragment = call?.operations.get('')?.fragments.get('Some');
  const names = fragment?.selectionSet.selections.map((one) =>
    one.kind === Kind.FIELD ? (one.alias ?? one.name).value : '',
  );
  assert.ok(names?.includes('rate') && names.includes('created_at') && names.includes('actions'));
  for (const absent of ['desired_rate', 'mine', 'disclosure'])
    assert.ok(!names?.includes(absent), absent);
});

test('an operation without a route, with an unknown option, or that does not match the schema is rejected', () => {
  assert.throws(() => load(operation('')), /Self has no @rest directive/);
  assert.throws(
    () => load(operation('@rest(method: GET, path: "/a", summary: "A", secret: true)')),
    /Unknown argument "secret"/,
  );
  assert.throws(
    () => load('query Self @rest(method: GET, path: "/a", summary: "A") { result: nothing }'),
    /Cannot query field "nothing"/,
  );
  assert.throws(
    () => load(operation('@rest(method: GET, path: "/a/{id}", summary: "A")')),
    /id is no variable/,
  );
});

test('only the promised calls need no token', () => {
  const open = [
    ...calls.filter(({ row }) => row.public).map(({ row }) => keyOf(row)),
    ...streams.filter(({ signedIn }) => !signedIn).map(keyOf),
  ];
  assert.deepEqual(open.sort(), [
    'GET /avatars/{digest}',
    'GET /contracts/specimen/{kind}',
    'GET /contracts/{token}',
    'GET /contracts/{token}/pdf',
    'GET /listings',
    'GET /listings/{id}',
    'GET /mail/unsubscribe/{token}',
    'POST /contracts/verify',
    'POST /domains/stop-transfer-out',
    'POST /figures/balance',
    'POST /figures/plan',
    'POST /legal-requests',
    'POST /mail/unsubscribe/{token}',
    'POST /notifications/stop-mail',
    'POST /users/get_reset_token',
    'POST /users/login',
    'POST /users/not-me',
    'POST /users/payees/stop',
    'POST /users/refresh',
    'POST /users/register',
    'POST /users/reset',
    'POST /users/stop-email-change',
    'POST /users/verify-email',
    'POST /webhooks/namecom/{connection}',
    'POST /webhooks/nowpayments',
    'POST /webhooks/stripe',
  ]);
});

test('calls have the promised input fields', () => {
  const fieldsOf = (key: string) => {
    const call = calls.find(({ row }) => keyOf(row) === key);
    return call?.bodyFields.map((field) => field.name).sort();
  };
  const planFields = [
    'balloon_of',
    'default_apy',
    'early',
    'instalments',
    'late_fee',
    'late_fee_cap',
  ];
  assert.deepEqual(
    fieldsOf('POST /offers'),
    [
      ...planFields,
      'apy',
      'domain_id',
      'loan_amount',
      'message',
      'period',
      'plan',
      'rows',
      'term',
    ].sort(),
  );
  assert.deepEqual(fieldsOf('POST /offers/{id}'), ['status']);
  assert.deepEqual(fieldsOf('POST /escrow/accept'), ['known_claims', 'offerId']);
  assert.deepEqual(fieldsOf('POST /escrow/borrower'), [
    'direction',
    'limit',
    'open',
    'page',
    'status',
  ]);
  assert.deepEqual(fieldsOf('POST /domains/{id}/transfer'), ['max_fee', 'transferCode']);
  assert.deepEqual(fieldsOf('POST /users/profile'), [
    'address1',
    'address2',
    'city',
    'contract',
    'country',
    'curPassword',
    'mfa',
    'newPassword',
    'pfp',
    'subdivision',
    'zip',
  ]);
});
