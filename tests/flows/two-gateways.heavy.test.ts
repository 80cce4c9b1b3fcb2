/** Two gateways of one product: state is shared, and clients of one can continue on the other. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { connectReconnecting, connectSubscriber } from '@nameloan/driver/connect-subscriber';
import { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { natsMissing } from '@nameloan/testkit/nats';
import type { RestObject } from './environment/loans.ts';
import { createAcceptedLoan } from './environment/loans.ts';
import { startManyProcesses } from './environment/many-processes.ts';
import type { TestEnvironment } from './environment/test-environment.ts';

const onLoan = 'subscription ($id: ID!) { escrowChanged(escrowId: $id) { status role } }';
const onMessage =
  'subscription ($id: ID!, $after: ID) { escrowMessageAdded(escrowId: $id, after: $after) { id message } }';
/** The guarantee is 2 s; the rest allows for a busy test machine. */
const maxSessionEndMs = 2000 + 4000;

describe('two gateways', { skip: natsMissing, timeout: 300_000 }, () => {
  let environment: TestEnvironment;
  let one: string;
  let other: string;
  before(async () => {
    const settings = { RATE_LIMITS: 'on', DRAIN_GRACE_SECONDS: '1' };
    environment = await startManyProcesses({ gateways: 2, settings });
    [one = '', other = ''] = environment.gatewayUrls;
  });
  after(() => environment?.stop());

  /** The same account, calling another gateway. */
  function through(
    gatewayUrl: string,
    { name, email, password, token, refreshToken }: Person,
  ): Person {
    const same = new Person(gatewayUrl, { name, email, password });
    return Object.assign(same, { token, refreshToken });
  }

  test('a session ended at one ends its subscriptions and its token at the other', async () => {
    const loan = await createAcceptedLoan(environment);
    const socket = connectSubscriber(other, loan.borrower.token);
    const watching = socket.watch(onLoan, { id: loan.id });
    await watching.until(1);
    const { refreshToken } = loan.borrower;
    await loan.borrower.call('POST', '/users/logout', { refreshToken });
    const sinceMs = Date.now();
    const { errors } = await watching.ended;
    assert.equal(errors[0]?.extensions?.code, 'UNAUTHENTICATED');
    assert.equal(await socket.closed, 4403);
    assert.ok(Date.now() - sinceMs < maxSessionEndMs);
    const { status } = await through(other, loan.borrower).call('GET', '/users/self');
    assert.equal(status, 401);
  });

  test('a message sent at one reaches subscribers at the other', async () => {
    const loan = await createAcceptedLoan(environment);
    const socket = connectSubscriber(other, loan.borrower.token);
    const watching = socket.watch(onMessage, { id: loan.id, after: '' });
    await loan.lender.post(`/escrow/${loan.id}/message`, { message: 'across' });
    const [event]: RestObject[] = await watching.until(1);
    assert.equal(event.data.escrowMessageAdded.message, 'across');
    await socket.dispose();
  });

  test('wrong logins of one account count at both together', async () => {
    const person = await environment.newPerson('Lora Login');
    const statuses: number[] = [];
    for (let at = 0; at < 14; at++) {
      const gatewayUrl = at % 2 ? one : other;
      const { email } = person;
      const body = { email, password: `wrong ${at} password` };
      const visitor = new Person(gatewayUrl, { name: '', email, password: '' });
      statuses.push((await visitor.call('POST', '/users/login', body, { token: null })).status);
    }
    assert.equal(statuses.filter((status) => status === 429).length, 4, statuses.join());
  });

  test('while one gateway stops and restarts, a chat loses nothing and no call fails', async () => {
    const loan = await createAcceptedLoan(environment);
    // The gateway that stops is used first.
    const roaming = connectReconnecting([other, one], loan.borrower.token);
    const watching = roaming.watch(onMessage, { id: loan.id, after: '' });
    /** By id, because a reconnected client receives earlier messages again. */
    const received = () =>
      new Map(
        watching.events.map((event: RestObject) => {
          const { id, message } = event.data.escrowMessageAdded;
          return [id, message] as [string, string];
        }),
      );
    let failed: unknown;
    void watching.ended.then((how) => {
      failed = how;
    });
    const sent: string[] = [];
    const sendMessage = async () => {
      const message = `message ${sent.length}`;
      await loan.lender.post(`/escrow/${loan.id}/message`, { message });
      sent.push(message);
    };
    await sendMessage();
    await waitFor('the first message', async () => received().size === 1);
    let isSending = true;
    const sending = (async () => {
      while (isSending) await sendMessage();
    })();
    try {
      const leftMs = performance.now();
      await environment.stopProcess('gateway-2');
      // One second of grace, and no connection that must be cut off.
      assert.ok(performance.now() - leftMs < 15_000);
      await waitFor('more messages', async () => sent.length > 40);
      await environment.startProcess('gateway-2');
    } finally {
      isSending = false;
      await sending;
    }
    await waitFor('all of them', async () => received().size === sent.length);
    assert.deepEqual([...received().values()].sort(), sent.toSorted());
    assert.equal(roaming.codes[0], 1012);
    assert.equal(failed, undefined);
    await roaming.dispose();
    console.log(`${sent.length} messages, ${roaming.codes.length} reconnections, none lost`);
  });

  test('a service that is down keeps both gateways ready, and its calls return a clear error', async () => {
    const person = await environment.newPerson('Dora Down');
    await environment.killProcess('payments');
    for (const gatewayUrl of environment.gatewayUrls) {
      assert.equal((await fetch(`${gatewayUrl}/readyz`)).status, 200);
      // A running service may exceed its two seconds on a busy machine.
      await waitFor('only payments to be missing', async () => {
        const answer = (await (await fetch(`${gatewayUrl}/readyz?services`)).json()) as RestObject;
        return answer.ok === false && answer.missing.join() === 'payments';
      });
      const { status, body } = await through(gatewayUrl, person).call('GET', '/transactions');
      assert.deepEqual([status, body.code, body.service], [503, 'UNAVAILABLE', 'payments']);
    }
    await environment.startProcess('payments');
    await waitFor('payments', async () => (await fetch(`${one}/readyz?services`)).status === 200);
  });
});
