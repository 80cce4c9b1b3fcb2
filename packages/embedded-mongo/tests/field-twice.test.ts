/** A field twice in one document: no JavaScript driver sends one, others can. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Document } from 'bson';
import type { EmbeddedMongo } from '../src/server.ts';
import { startEmbeddedMongo } from '../src/server.ts';
import { messageOf, RawClient } from './raw-client.ts';

let server: EmbeddedMongo;
before(async () => {
  server = await startEmbeddedMongo();
});
after(() => server.close());

test('a field that stands twice in one document is refused, and never silently the last one', async () => {
  const raw = await RawClient.connect(server.url);
  /** `xb` sent as `xa`: no JavaScript object has a name twice. */
  const codeOf = async (command: Document) => {
    const bytes = messageOf({ ...command, $db: 'twice' });
    bytes.write('xa', bytes.indexOf('xb'));
    raw.socket.write(bytes);
    return (await raw.reply()).code;
  };
  const twice = { xa: 1, xb: 2 };
  const change = (u: Document) => ({ update: 'c', updates: [{ q: {}, u }] });
  assert.equal(await codeOf({ insert: 'c', documents: [twice] }), 238);
  assert.equal(await codeOf({ find: 'c', filter: twice }), 238);
  assert.equal(await codeOf(change(twice)), 238);
  for (const operator of ['$set', '$inc', '$unset', '$push'])
    assert.equal(await codeOf(change({ [operator]: twice })), 40);
  const { n } = await raw.command({ count: 'c', $db: 'twice' });
  assert.equal(n, 0);
  raw.close();
});
