/** A notice counts only with the signature of its address and content. */

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { readNotice } from './verify-notice.ts';

const url = 'https://nameloan.example/api/webhooks/namecom/namecom';
const token = 'token-of-the-api';
const body =
  '{"status": "completed", "domainName": "Harborline.com", "eventName": "domain.transfer.status_change", "more": {"b": "x/y", "a": 1}}';
const sorted =
  '{"domainName":"Harborline.com","eventName":"domain.transfer.status_change","more":{"a":1,"b":"x/y"},"status":"completed"}';
const sign = (message: string, key = token) =>
  `sha256=${createHmac('sha256', key).update(message).digest('hex')},1764288000,0b5f`;

test('a signed notice is read, with its keys sorted at every level', () => {
  assert.deepEqual(readNotice(body, sign(`${url}|${sorted}`), { url, token }), {
    eventName: 'domain.transfer.status_change',
    name: 'harborline.com',
    status: 'completed',
  });
});

test('every other signature, address and content is rejected', () => {
  const right = sign(`${url}|${sorted}`);
  const cases: [body: string, signature: unknown][] = [
    [body, undefined],
    [body, ''],
    [body, 'sha256=00'],
    [body, ['sha256', right]],
    [body, sign(`${url}|${sorted}`, 'another-token')],
    [body, sign(`${url}/|${sorted}`)],
    [body, sign(sorted)],
    [body.replace('completed', 'canceled'), right],
    ['not json', right],
    ['[]', sign(`${url}|[]`)],
    ['{"eventName":1}', sign(`${url}|{"eventName":1}`)],
  ];
  for (const [content, signature] of cases)
    assert.equal(readNotice(content, signature, { url, token }), undefined);
});

test('content that is nested too deeply is rejected instead of overflowing the stack', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const levels = Math.floor(90_000 / (open.length + close.length));
    const nested = `${open.repeat(levels)}1${close.repeat(levels)}`;
    const content = `{"eventName":"domain.expiration","more":${nested}}`;
    assert.equal(readNotice(content, `sha256=${'0'.repeat(64)}`, { url, token }), undefined);
  }
});
