/** Two gateways before one product: what one is told holds at the other, and whoever loses one goes on at the other. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { connectRoaming, connectSubscriber } from '@nameloan/gateway/testing/connect-subscriber.ts';
import { natsMissing } from '@nameloan/service/testing/nats.ts';
import { Person } from '../../scripts/demo/person.ts';
import { waitFor } from '../../scripts/demo/sandbox-client.ts';
import type { Found } from './world/loans.ts';
import { accepted } from './world/loans.ts';
import { startManyProcesses } from './world/many-processes.ts';
import type { World } from './world/world.ts';

const onLoan = 'subscription ($id: ID!) { escrowChanged(escrowId: $id) { status role } }';
const onMessage =
  'subscription ($id: ID!, $after: ID) { escrowMessageAdded(escrowId: $id, after: $after) { id message } }';
/** Promised are 2 s; the rest is for a machine that is busy with other tests. */
const longestAfterlifeMs = 2000 + 4000;

describe('two gateways', { skip: natsMissing, timeout: 300_000 }, () => {
  let world: World;
  let one: string;
  let other: string;
  before(async () => {
    const environment = { RATE_LIMITS: 'on', DRAIN_GRACE_SECONDS: '1' };
    world = await startManyProcesses({ gateways: 2, environment });
    [one = '', other = ''] = world.doors;
  });
  after(() => world?.stop());

  /** The same person, calling through another door. */
  function through(door: string, { name, email, password, token, refreshToken }: Person): Person {
    const same = new Person(door, { name, email, password });
    return Object.assign(same, { token, refreshToken });
  }

  test('a session ended at one ends its subscriptions and its token at the other', async () => {
    const loan = await accepted(world);
    const socket = connectSubscriber(other, loan.borrower.token);
    const watching = socket.watch(onLoan, { id: loan.id });
    await watching.until(1);
    const { refreshToken } = loan.borrower;
    await loan.borrower.call('POST', '/users/logout', { refreshToken });
    const sinceMs = Date.now();
    const { errors } = await watching.ended;
    assert.equal(errors[0]?.extensions?.code, 'UNAUTHENTICATED');
    assert.equal(await socket.closed, 4403);
    assert.ok(Date.now() - sinceMs < longestAfterlifeMs);
    const { status } = await through(other, loan.borrower).call('GET', '/users/self');
    assert.equal(status, 401);
  });

  test('a message sent at one reaches whoever watches at the other', async () => {
    const loan = await accepted(world);
    const socket = connectSubscriber(other, loan.borrower.token);
    const watching = socket.watch(onMessage, { id: loan.id, after: '' });
    await loan.lender.post(`/escrow/${loan.id}/message`, { message: 'across' });
    const [event]: Found[] = await watching.until(1);
    assert.equal(event.data.escrowMessageAdded.message, 'across');
    await socket.dispose();
  });

  test('wrong logins of one account count at both together', async () => {
    const person = await world.newPerson('Lora Login');
    const statuses: number[] = [];
    for (let at = 0; at < 14; at++) {
      const door = at % 2 ? one : other;
      const { email } = person;
      const body = { email, password: `wrong ${at} password` };
      const visitor = new Person(door, { name: '', email, password: '' });
      statuses.push((await visitor.call('POST', '/users/login', body, { token: null })).status);
    }
    assert.equal(statuses.filter((status) => status === 429).length, 4, statuses.join());
  });

  test('while one gateway leaves and comes back, a chat loses nothing and no call fails', async () => {
    const loan = await accepted(world);
    // The one that leaves comes first.
    const roaming = connectRoaming([other, one], loan.borrower.token);
    const watching = roaming.watch(onMessage, { id: loan.id, after: '' });
    /** By id: who comes back is told again what was said after the beginning. */
    const seen = () =>
      new Map(
        watching.events.map((event: Found) => {
          const { id, message } = event.data.escrowMessageAdded;
          return [id, message] as [string, string];
        }),
      );
    let failed: unknown;
    void watching.ended.then((how) => {
      failed = how;
    });
    const sent: string[] = [];
    const say = async () => {
      const message = `message ${sent.length}`;
      await loan.lender.post(`/escrow/${loan.id}/message`, { message });
      sent.push(message);
    };
    await say();
    await waitFor('the first message', async () => seen().size === 1);
    let going = true;
    const talking = (async () => {
      while (going) await say();
    })();
    try {
      const leftMs = performance.now();
      await world.end('gateway-2');
      // A second of grace, and nothing that would have to be cut off.
      assert.ok(performance.now() - leftMs < 15_000);
      await waitFor('more messages', async () => sent.length > 40);
      await world.revive('gateway-2');
    } finally {
      going = false;
      await talking;
    }
    await waitFor('all of them', async () => seen().size === sent.length);
    assert.deepEqual([...seen().values()].sort(), sent.toSorted());
    assert.equal(roaming.codes[0], 1012);
    assert.equal(failed, undefined);
    await roaming.dispose();
    console.log(`${sent.length} messages, ${roaming.codes.length} reconnections, none lost`);
  });

  test('a service that is down leaves both doors ready, and its part says so in words', async () => {
    const person = await world.newPerson('Dora Down');
    await world.kill('payments');
    for (const door of world.doors) {
      assert.equal((await fetch(`${door}/readyz`)).status, 200);
      // A part that lives may miss its two seconds on a busy machine.
      await waitFor('payments alone to be missing', async () => {
        const answer = (await (await fetch(`${door}/readyz?services`)).json()) as Found;
        return answer.ok === false && answer.missing.join() === 'payments';
      });
      const { status, body } = await through(door, person).call('GET', '/transactions');
      assert.deepEqual([status, body.code, body.part], [503, 'UNAVAILABLE', 'payments']);
    }
    await world.revive('payments');
    await waitFor('the part', async () => (await fetch(`${one}/readyz?services`)).status === 200);
  });
});
