/** Live subscriptions end with the access, the token or the session, and are limited. */

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { accountTopic, escrowTopic } from '@nameloan/contracts/topics';
import { connectSubscriber } from '@nameloan/driver/connect-subscriber';
import type { LiveLoan } from '../testing/live-loan.ts';
import { busKinds, eventually, onChange, onMessage, startLiveLoan } from '../testing/live-loan.ts';

const messages = (events: readonly { data?: unknown }[]) =>
  events.map(({ data }) => (data as { added: { message: string } }).added.message);

for (const { kind, skip } of busKinds) {
  describe(`live ${kind}`, { skip }, () => {
    let loan: LiveLoan;

    before(async () => {
      loan = await startLiveLoan(kind);
    });
    after(() => loan.stop());
    beforeEach(() => loan.reset());

    test('a subscriber without access gets the error and the end at once', async () => {
      loan.mayNotSee.add('stranger');
      const stranger = await loan.connect('stranger');
      for (const query of [onMessage, onChange]) {
        const { errors } = await stranger.watch(query, { id: 'e1' }).ended;
        assert.equal(errors[0]?.extensions?.code, 'NOT_FOUND');
      }
      await stranger.dispose();
    });

    test('a subscription ends when access is lost, and nothing follows', async () => {
      for (const topic of [escrowTopic('e1'), accountTopic('operator')]) {
        loan.mayNotSee.clear();
        const operator = await loan.connect('operator');
        const borrower = await loan.connect('borrower');
        const chat = operator.watch(onMessage, { id: 'e1', after: '' });
        const state = operator.watch(onChange, { id: 'e1' });
        const stays = borrower.watch(onMessage, { id: 'e1', after: '' });
        loan.say(`before ${topic}`);
        await Promise.all([chat.until(1), state.until(1), stays.until(1)]);
        loan.mayNotSee.add('operator');
        loan.gateway.bus.publishSignal(topic, { what: 'rights' });
        for (const watching of [chat, state]) {
          const { errors } = await watching.ended;
          assert.equal(errors[0]?.extensions?.code, 'NOT_FOUND');
        }
        const seen = chat.events.length;
        loan.say(`after ${topic}`);
        await eventually('the other still receives', () => stays.events.length > 1);
        assert.equal(chat.events.length, seen);
        await Promise.all([operator.dispose(), borrower.dispose()]);
      }
    });

    test('of several subscribers only the one that loses access ends, by the signal and not by a message', async () => {
      const borrower = await loan.connect('borrower');
      const operator = await loan.connect('operator');
      loan.messages = [{ id: 'm1', message: 'message m1' }];
      const stays = borrower.watch(onMessage, { id: 'e1', after: '' });
      await stays.until(1);
      const ends = operator.watch(onMessage, { id: 'e1', after: '' });
      await ends.until(1);
      loan.mayNotSee.add('operator');
      loan.gateway.bus.publishSignal(escrowTopic('e1'), { what: 'rights' });
      assert.equal((await ends.ended).errors[0]?.extensions?.code, 'NOT_FOUND');
      loan.say('m2');
      assert.deepEqual(messages(await stays.until(2)), ['message m1', 'message m2']);
      await Promise.all([operator.dispose(), borrower.dispose()]);
    });

    test('a subscriber that lost access without a signal does not cost others their message', async () => {
      const operator = await loan.connect('operator');
      const borrower = await loan.connect('borrower');
      const gone = operator.watch(onMessage, { id: 'e1', after: '' });
      const gate = operator.watch(onChange, { id: 'e1' });
      await gate.until(1);
      const stays = borrower.watch(onMessage, { id: 'e1', after: '' });
      const gate2 = borrower.watch(onChange, { id: 'e1' });
      await gate2.until(1);
      loan.mayNotSee.add('operator');
      loan.say('m1');
      assert.deepEqual(messages(await stays.until(1)), ['message m1']);
      assert.equal((await gone.ended).errors[0]?.extensions?.code, 'NOT_FOUND');
      await Promise.all([operator.dispose(), borrower.dispose()]);
    });

    test('a read that fails because a service is down is retried, and the message still arrives', async () => {
      const borrower = await loan.connect('borrower');
      const watching = borrower.watch(onMessage, { id: 'e1', after: '' });
      const gate = borrower.watch(onChange, { id: 'e1' });
      await gate.until(1);
      loan.down = 2;
      loan.say('m1');
      assert.deepEqual(messages(await watching.until(1)), ['message m1']);
      await borrower.dispose();
    });

    test('subscriptions and socket end when the token expires', async () => {
      const borrower = await loan.connect('borrower', { lifeSeconds: 6 });
      const watching = borrower.watch(onChange, { id: 'e1' });
      await watching.until(1);
      const { errors } = await watching.ended;
      assert.equal(errors[0]?.extensions?.code, 'UNAUTHENTICATED');
      assert.equal(await borrower.closed, 4403);
    });

    test('subscriptions and socket end with their session, others stay', async () => {
      const leaving = await loan.connect('borrower', { sessionId: 'leaving' });
      const staying = await loan.connect('borrower', { sessionId: 'staying' });
      const ends = leaving.watch(onChange, { id: 'e1' });
      const stays = staying.watch(onChange, { id: 'e1' });
      await Promise.all([ends.until(1), stays.until(1)]);
      loan.gateway.ended.push({ sessionId: 'leaving', revokedAt: new Date().toISOString() });
      const { errors } = await ends.ended;
      assert.equal(errors[0]?.extensions?.code, 'UNAUTHENTICATED');
      assert.equal(await leaving.closed, 4403);
      loan.status = 'CANCELLED';
      loan.gateway.bus.publishSignal(escrowTopic('e1'), { what: 'changed' });
      await stays.until(2);
      await staying.dispose();
    });

    test('an invalid token closes the socket; without a token a client may connect but not subscribe', async () => {
      const forged = connectSubscriber(loan.gateway.url, `${await loan.gateway.token()}x`);
      void forged.watch(onChange, { id: 'e1' });
      assert.equal(await forged.closed, 4403);
      const nobody = connectSubscriber(loan.gateway.url);
      const { errors } = await nobody.watch(onChange, { id: 'e1' }).ended;
      assert.equal(errors[0]?.extensions?.code, 'UNAUTHENTICATED');
      await nobody.dispose();
    });

    test('documents are limited here as well, and only subscriptions are accepted', async () => {
      const borrower = await loan.connect('borrower');
      const table: [string, string][] = [
        ['{ self { id } }', 'INVALID_INPUT'],
        ['subscription { nope }', 'INVALID_INPUT'],
        ['subscription {', 'INVALID_INPUT'],
        ['subscription($id: ID!) { escrowChanged(escrowId: $id) { id } }', 'INVALID_INPUT'],
        ['subscription { escrowChanged(escrowId: ">") { id } }', 'NOT_FOUND'],
        ['subscription { escrowChanged(escrowId: "e1") { live_id: status } }', 'INVALID_INPUT'],
        [
          'subscription($live_item: Boolean = true) { escrowChanged(escrowId: "e1") { id @include(if: $live_item) } }',
          'INVALID_INPUT',
        ],
        [
          'subscription { escrowChanged(escrowId: "*") { id } notificationAdded { id } }',
          'INVALID_INPUT',
        ],
        [
          `subscription { escrowChanged(escrowId: "e1") { ${'domain { listing { '.repeat(8)} id ${'} }'.repeat(8)} } }`,
          'TOO_COMPLEX',
        ],
        [
          `subscription { escrowChanged(escrowId: "e1") { ${Array.from({ length: 40 }, (_, at) => `a${at}: id`).join(' ')} } }`,
          'TOO_COMPLEX',
        ],
      ];
      for (const [query, code] of table) {
        const { errors } = await borrower.watch(query).ended;
        assert.equal(errors[0]?.extensions?.code, code, query.slice(0, 60));
      }
      await borrower.dispose();
    });

    test('one socket accepts exactly fifty subscriptions', async () => {
      const borrower = await loan.connect('borrower');
      const watching = Array.from({ length: 51 }, () => borrower.watch(onChange, { id: 'e1' }));
      const refused = await Promise.race(watching.map((one) => one.ended));
      assert.equal(refused.errors[0]?.extensions?.code, 'TOO_MANY_REQUESTS');
      await eventually(
        'fifty run',
        () => watching.filter((one) => one.events.length === 1).length === 50,
      );
      await borrower.dispose();
    });
  });
}
