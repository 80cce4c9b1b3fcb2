/** Statuses of responses, retyped after RFC 9083, RFC 8056 and what real servers do. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DomainData } from './read-domain.ts';
import { readDomain } from './read-domain.ts';

function read(name: string, response: unknown): DomainData {
  const result = readDomain(JSON.stringify(response), name);
  assert.equal(result.kind, 'domain', JSON.stringify(result));
  return (result as { data: DomainData }).data;
}

const domain = (ldhName: string, more: Record<string, unknown> = {}) => ({
  objectClassName: 'domain',
  ldhName,
  ...more,
});
test('one element of a wrong type hides no other status', () => {
  const status = ['server hold', 7, null, { value: 'active' }, 'x'.repeat(1001)];
  assert.deepEqual(read('t.com', domain('t.com', { status })).statuses, ['serverHold']);
});

test('a status of more than 200 characters is dropped, so that blanks cost no time', () => {
  const status = [
    `server hold${' '.repeat(300)}https://example.com`,
    'client hold  https://example.com',
  ];
  assert.deepEqual(read('u.com', domain('u.com', { status })).statuses, ['clientHold']);
});

test('statuses have EPP’s spelling, however the server writes them', () => {
  const status = [
    'Client Transfer Prohibited',
    'clientTransferProhibited https://icann.org/epp#clientTransferProhibited',
    'pending_delete',
    'redemption period',
    'auto renew period',
    'ok',
    'inactive',
    '<script>',
    '',
    'x '.repeat(50),
  ];
  assert.deepEqual(read('s.com', domain('s.com', { status })).statuses, [
    'autoRenewPeriod',
    'clientTransferProhibited',
    'inactive',
    'ok',
    'pendingDelete',
    'redemptionPeriod',
  ]);
});
