/** The REST routes match the schema and contain every promised call. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiSchemaOf, readCommittedSupergraph } from '../supergraph.ts';
import { loadCalls, storedOperationNames } from './load-calls.ts';
import { restRoutes } from './routes.ts';
import { streamRoutes } from './stream-routes.ts';

const calls = loadCalls(await apiSchemaOf(readCommittedSupergraph()));

/** The calls that the REST API promises. */
const promised = `
POST /users/login, POST /users/register, POST /users/refresh, POST /users/get_reset_token, POST /users/reset,
GET /users/self, POST /users/profile, GET /notifications,
POST /notifications, POST /notifications/{notificationId}, GET /users/preferences, POST /users/preferences, GET /avatars/{digest},
GET /listings, POST /listings, DELETE /listings/{id}, GET /domains, POST /domains/add,
POST /domains/{id}/transfer, POST /domains/{id}/transferOut, POST /domains/{id}/editNS,
POST /offers, POST /offers/{id}, GET /offers/my-offers, GET /offers/sent-offers,
POST /escrow/borrower, POST /escrow/lender, POST /escrow/accept, GET /escrow/{id}, GET /escrow/{id}/messages,
POST /escrow/{id}/message, POST /escrow/{id}/cancel, POST /escrow/{id}/escalate, POST /escrow/{id}/finalize,
POST /escrow/{id}/markPaid, GET /transactions, POST /transactions/nowpayments-session,
POST /transactions/stripe-session, GET /transactions/exceptions, POST /transactions/exceptions/{id},
POST /domains/{id}/verify, GET /domains/{id}, DELETE /domains/{id}, POST /domains/{id}/renew, GET /domains/{id}/quote,
POST /domains/{id}/cancelTransfer, POST /domains/{id}/cancelTransferOut, GET /listings/{id},
POST /escrow/{id}/confirmReceipt, POST /escrow/{id}/claimRepaid, POST /escrow/{id}/denyRepaid,
POST /escrow/{id}/settle, GET /escrow/{id}/evidence, POST /escrow/{id}/evidence,
GET /escrow/{id}/contract, GET /escrow/{id}/evidence/{evidenceId}, POST /escrow/{id}/resolve, GET /escrow/disputes, GET /escrow/{id}/history,
GET /contracts/{token}, GET /contracts/{token}/pdf, GET /contracts/specimen/{kind},
POST /contracts/{token}/sign, POST /contracts/verify, POST /users/mfa/enroll, POST /users/mfa/confirm,
POST /users/mfa/disable, GET /users/sessions, DELETE /users/sessions/{id}, POST /users/logout,
GET /statements/{year}.csv, GET /statements/{year}.pdf,
POST /webhooks/stripe, POST /webhooks/nowpayments`;

test('the route table contains exactly the promised calls', () => {
  const there = [...restRoutes, ...streamRoutes].map(({ method, path }) => `${method} ${path}`);
  const wanted = promised.split(',').map((one) => one.trim());
  assert.deepEqual(there.sort(), wanted.sort());
});

test('every route has an operation valid for the schema, and every stored operation has a route', () => {
  assert.equal(calls.length, restRoutes.length);
  const used = new Set(
    calls.flatMap((call) => [...call.operations.values()].map((one) => one.name)),
  );
  assert.deepEqual([...used].sort(), storedOperationNames().sort());
});

test('only the promised calls need no token', () => {
  const open = restRoutes.filter((row) => row.public).map((row) => `${row.method} ${row.path}`);
  assert.deepEqual(open.sort(), [
    'GET /contracts/{token}',
    'GET /listings',
    'GET /listings/{id}',
    'POST /contracts/{token}/sign',
    'POST /users/get_reset_token',
    'POST /users/login',
    'POST /users/refresh',
    'POST /users/register',
    'POST /users/reset',
  ]);
});

test('calls have the promised input fields', () => {
  const fieldsOf = (key: string) => {
    const call = calls.find(({ row }) => `${row.method} ${row.path}` === key);
    return call?.bodyFields.map((field) => field.name).sort();
  };
  assert.deepEqual(fieldsOf('POST /offers'), [
    'apy',
    'domain_id',
    'loan_amount',
    'message',
    'term',
  ]);
  assert.deepEqual(fieldsOf('POST /offers/{id}'), ['status']);
  assert.deepEqual(fieldsOf('POST /escrow/accept'), ['offerId']);
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
    'zip',
  ]);
});
