/** No call blocks the event loop: every string field accepts hostile strings of maximum length in short turns. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { tokenOf } from '@nameloan/driver/steps';
import type { AccountFixture } from './environment/account-fixture.ts';
import { createAccountFixture } from './environment/account-fixture.ts';
import { calls } from './environment/calls.ts';
import type { HostileCall } from './environment/find-blocking-calls.ts';
import { findBlockingCalls } from './environment/find-blocking-calls.ts';
import { hostileAddresses, hostileBodies } from './environment/hostile-calls.ts';
import {
  hostileArguments,
  hostileDocuments,
  hostileHeaders,
  hostileMessages,
  hostileStreams,
} from './environment/hostile-graphql.ts';
import { createAcceptedLoan, getEscrow } from './environment/loans.ts';
import { startOneProcess } from './environment/one-process.ts';
import type { TestEnvironment } from './environment/test-environment.ts';

let environment: TestEnvironment;
let fixture: AccountFixture;

before(async () => {
  environment = await startOneProcess({
    preload: new URL('./environment/event-loop-meter.ts', import.meta.url).href,
  });
  const created = await createAccountFixture(environment);
  // An unsigned contract, so that signing processes its input.
  const unsigned = await createAcceptedLoan(environment);
  const token = await waitFor('the contract', async () => {
    const { borrower_contract_url: url } = await getEscrow(unsigned.borrower, unsigned);
    return url && tokenOf(url);
  });
  fixture = { ...created, ids: { ...created.ids, contracts: token } };
});
after(() => environment?.stop());

async function assertShort(groups: Iterable<HostileCall[]>): Promise<void> {
  const blocking: string[] = [];
  for (const group of groups) blocking.push(...(await findBlockingCalls(environment, group)));
  assert.deepEqual(blocking, []);
}

test('every text in a body, in turns of at most 50 ms', async () => {
  await assertShort(groupsOf(hostileBodies));
});

test('every path and query field', async () => {
  await assertShort(groupsOf(hostileAddresses));
});

test('every GraphQL argument, and whole documents', async () => {
  await assertShort(await hostileArguments(fixture));
  await assertShort([hostileDocuments(fixture)]);
});

test('headers, files, malformed bodies, and socket messages', async () => {
  await assertShort([hostileHeaders(fixture), hostileStreams(fixture), hostileMessages(fixture)]);
});

/** Creates the groups one at a time, because all of them would not fit into memory. */
function* groupsOf(make: typeof hostileBodies): Generator<HostileCall[]> {
  for (const call of calls) yield* make(call, fixture);
}
