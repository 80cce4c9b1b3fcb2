/** Examples of the REST reference: their shape, and commands that a shell passes on unchanged. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { curlOf, exampleOf } from './example-of.ts';

const schema = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: ['IBAN', 'ACH'] },
    amount: { type: 'number', minimum: 5 },
    due: { type: ['string', 'null'], format: 'date' },
    tags: { type: 'array', items: { type: 'string' } },
    payee: {
      anyOf: [{ type: 'null' }, { type: 'object', properties: { id: { type: 'string' } } }],
    },
    note: { type: 'string', default: "it's" },
  },
  required: ['kind', 'note'],
};

test('an example has every field with a value of its type, or only the required ones', () => {
  assert.deepEqual(exampleOf(schema), {
    kind: 'IBAN',
    amount: 5,
    due: '2027-02-06',
    tags: ['…'],
    payee: { id: '…' },
    note: "it's",
  });
  assert.deepEqual(exampleOf(schema, true), { kind: 'IBAN', note: "it's" });
});

test('a shell passes the example body to curl unchanged', () => {
  const request = { method: 'POST', path: '/offers/{id}', needsToken: true, fileType: undefined };
  const command = curlOf({ ...request, body: schema }, 'https://loans.example');
  const script = `curl() { printf '%s\\n' "$@"; }\nTOKEN=abc\n${command}`;
  assert.deepEqual(execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n'), [
    '-X',
    'POST',
    'https://loans.example/api/offers/{id}',
    '-H',
    'x-access-token: abc',
    '-H',
    'content-type: application/json',
    '-d',
    `{"kind":"IBAN","note":"it's"}`,
  ]);
});

test('a file is sent as it is', () => {
  const request = { method: 'POST', path: '/contracts/verify', needsToken: false, body: undefined };
  assert.equal(
    curlOf({ ...request, fileType: 'application/pdf' }, ''),
    "curl -X POST '/api/contracts/verify' \\\n  -H 'content-type: application/pdf' \\\n  --data-binary @FILE",
  );
});

test('the command has the required query parameters', () => {
  const request = { method: 'GET', path: '/domains/{id}/quote', needsToken: false };
  const query = [{ name: 'for', schema: { enum: ['TRANSFER', 'RENEWAL'] } }];
  const command = curlOf({ ...request, query, body: undefined, fileType: undefined }, '');
  assert.equal(command, "curl '/api/domains/{id}/quote?for=TRANSFER'");
});
