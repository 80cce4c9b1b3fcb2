/** No call holds everybody else up: each text of every call, as hostile and as long as it may be, takes short turns. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { waitFor } from '../../scripts/demo/sandbox-client.ts';
import { tokenOf } from '../../scripts/demo/steps.ts';
import type { Scene } from './world/account-fixture.ts';
import { setScene } from './world/account-fixture.ts';
import { calls } from './world/calls.ts';
import type { Try } from './world/find-blocking-calls.ts';
import { tooLong } from './world/find-blocking-calls.ts';
import { hostileAddresses, hostileBodies } from './world/hostile-calls.ts';
import {
  hostileArguments,
  hostileDocuments,
  hostileHeaders,
  hostileMessages,
  hostileStreams,
} from './world/hostile-graphql.ts';
import { accepted, escrowOf } from './world/loans.ts';
import { startOneProcess } from './world/one-process.ts';
import type { World } from './world/world.ts';

let world: World;
let scene: Scene;

before(async () => {
  world = await startOneProcess({
    preload: new URL('./world/event-loop-meter.ts', import.meta.url).href,
  });
  const set = await setScene(world);
  // A contract that nobody has signed yet: its signing looks at what it is given.
  const unsigned = await accepted(world);
  const token = await waitFor('the contract', async () => {
    const { borrower_contract_url: url } = await escrowOf(unsigned.borrower, unsigned);
    return url && tokenOf(url);
  });
  scene = { ...set, ids: { ...set.ids, contracts: token } };
});
after(() => world?.stop());

async function assertShort(groups: Iterable<Try[]>): Promise<void> {
  const found: string[] = [];
  for (const group of groups) found.push(...(await tooLong(world, group)));
  assert.deepEqual(found, []);
}

test('each text of each body, in turns of at most 50 ms', async () => {
  await assertShort(groupsOf(hostileBodies));
});

test('each path and each field of each query', async () => {
  await assertShort(groupsOf(hostileAddresses));
});

test('each argument of the graph, and whole documents', async () => {
  await assertShort(await hostileArguments(scene));
  await assertShort([hostileDocuments(scene)]);
});

test('headers, files, forms, and messages over the socket', async () => {
  await assertShort([hostileHeaders(scene), hostileStreams(scene), hostileMessages(scene)]);
});

/** Made one after another: together they would not fit into memory. */
function* groupsOf(make: typeof hostileBodies): Generator<Try[]> {
  for (const call of calls) yield* make(call, scene);
}
