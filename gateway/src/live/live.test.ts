/** Live subscriptions: nothing lost, nothing repeated, in order, and one read for many subscribers. */

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { accountTopic, escrowTopic } from '@nameloan/contracts/topics';
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

    test('what is newer than `after` is replayed first, then live updates follow, in order and once', async () => {
      for (const id of ['m1', 'm2', 'm3']) loan.messages.push({ id, message: `message ${id}` });
      // m4 is signalled while a read that does not contain it is still running.
      const other = await loan.connect('lender');
      const watcher = other.watch(onMessage.replace('message }', 'id message }'), { id: 'e1' });
      await eventually(
        'the other follows',
        () => loan.subscriptionCounts.get(escrowTopic('e1')) === 1,
      );
      let sent = false;
      loan.whileListing = async () => {
        if (sent) return;
        sent = true;
        loan.say('m4');
        await watcher.until(1);
      };
      const borrower = await loan.connect('borrower');
      const watching = borrower.watch(onMessage, { id: 'e1', after: 'm1' });
      await watching.until(3);
      // A signal of what the subscriber named in `after` may come late too.
      loan.gateway.bus.publishSignal(escrowTopic('e1'), { what: 'message', id: 'm1' });
      loan.say('m5');
      loan.gateway.bus.publishSignal(escrowTopic('e1'), { what: 'message', id: 'm4' });
      loan.say('m6');
      const events = await watching.until(5);
      assert.deepEqual(messages(events), [
        'message m2',
        'message m3',
        'message m4',
        'message m5',
        'message m6',
      ]);
      assert.equal(JSON.stringify(events[0]), '{"data":{"added":{"message":"message m2"}}}');
      await borrower.dispose();
    });

    for (const after of ['a0', null])
      test(`a message whose signal is lost, late or repeated still arrives once, after ${after}`, async () => {
        loan.messages = [{ id: 'a0', message: 'message a0' }];
        const ids = ['1', '2', '3', '4'].map((at) => `${after === null ? 'b' : 'a'}${at}`);
        const [m1 = '', m2 = '', m3 = '', m4 = ''] = ids;
        const borrower = await loan.connect('borrower');
        const watching = borrower.watch(onMessage, { id: 'e1', after });
        // Without `after` the client receives what is signalled from now on.
        await eventually('it is there', () => loan.lists >= 1);
        loan.say(m1);
        const tell = (id: string) =>
          loan.gateway.bus.publishSignal(escrowTopic('e1'), { what: 'message', id });
        for (let times = 0; times < 3; times++) tell(m1);
        await watching.until(1);
        // The writer of m2 crashed before the signal.
        loan.messages.push({ id: m2, message: `message ${m2}` });
        loan.say(m3);
        for (const id of [m2, m3]) tell(id);
        await watching.until(3);
        tell(m1);
        loan.say(m4);
        const shown = messages(await watching.until(4));
        assert.deepEqual(
          shown,
          ids.map((id) => `message ${id}`),
        );
        await borrower.dispose();
      });

    test('a signal so late that its message was already delivered on another socket has no effect', async () => {
      for (const id of ['m1', 'm2', 'm3']) loan.messages.push({ id, message: `message ${id}` });
      const tell = (id: string) =>
        loan.gateway.bus.publishSignal(escrowTopic('e1'), { what: 'message', id });
      loan.whileListing = () => {
        // During the read of the list, and again after it.
        loan.whileListing = () => {};
        tell('m1');
      };
      const borrower = await loan.connect('borrower');
      const watching = borrower.watch(onMessage, { id: 'e1', after: 'm2' });
      await watching.until(1);
      tell('m1');
      loan.say('m4');
      await watching.until(2);
      assert.deepEqual(messages(watching.events), ['message m3', 'message m4']);
      await borrower.dispose();
    });

    test('a change signalled while another is pending is also read for subscribers that joined in between', async () => {
      loan.messages = [{ id: 'm1', message: 'message m1' }];
      const change = () => loan.gateway.bus.publishSignal(escrowTopic('e1'), { what: 'changed' });
      const first = await loan.connect('borrower');
      const second = await loan.connect('lender');
      const one = first.watch(onMessage, { id: 'e1', after: '' });
      await one.until(1);
      const { promise: letOn, resolve: readNow } = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      loan.whileListing = () => {
        loan.whileListing = () => {};
        held.resolve();
        return letOn;
      };
      loan.say('m2');
      await held.promise;
      change();
      const two = second.watch(onMessage, { id: 'e1', after: 'm1' });
      await two.until(1);
      // Its own signal is lost.
      loan.messages.push({ id: 'm3', message: 'message m3' });
      change();
      readNow();
      assert.deepEqual(messages(await two.until(2)), ['message m2', 'message m3']);
      assert.deepEqual(messages(await one.until(3)), ['message m1', 'message m2', 'message m3']);
      await Promise.all([first.dispose(), second.dispose()]);
    });

    test('without `after` a message signalled while the end of the chat is being read still arrives', async () => {
      loan.messages = [{ id: 'm0', message: 'message m0' }];
      loan.down = 2;
      const borrower = await loan.connect('borrower');
      const watching = borrower.watch(onMessage, { id: 'e1' });
      // The third read starts only some time after the second.
      await eventually('two looks have failed', () => loan.down <= 0);
      loan.say('m1');
      await watching.until(1);
      loan.say('m2');
      assert.deepEqual(messages(await watching.until(2)), ['message m1', 'message m2']);
      await borrower.dispose();
    });

    test('each subscriber of a chat gets what follows its own `after`, even if it has more than the others', async () => {
      for (const id of ['m1', 'm2', 'm3']) loan.messages.push({ id, message: `message ${id}` });
      const first = await loan.connect('borrower');
      const second = await loan.connect('lender');
      const one = first.watch(onMessage, { id: 'e1', after: 'm1' });
      await one.until(2);
      // Not signalled here: the second client had received them elsewhere.
      for (const id of ['m4', 'm5']) loan.messages.push({ id, message: `message ${id}` });
      const more = second.watch(onMessage, { id: 'e1', after: 'm5' });
      const less = second.watch(onMessage, { id: 'e1', after: 'm3' });
      await less.until(2);
      loan.say('m6');
      const rest = (from: number) =>
        ['m2', 'm3', 'm4', 'm5', 'm6'].slice(from).map((id) => `message ${id}`);
      assert.deepEqual(messages(await one.until(5)), rest(0));
      assert.deepEqual(messages(await more.until(1)), rest(4));
      assert.deepEqual(messages(await less.until(3)), rest(2));
      await Promise.all([first.dispose(), second.dispose()]);
    });

    for (const after of ['forged', 'm1'])
      test(`an invalid position to continue from (${after}) is rejected, and costs no other subscriber a message`, async () => {
        // m1 belongs to another loan.
        loan.messages = [{ id: 'm2', message: 'message m2' }];
        const stranger = await loan.connect('lender');
        const borrower = await loan.connect('borrower');
        const watching = borrower.watch(onMessage, { id: 'e1', after: '' });
        const { errors } = await stranger.watch(onMessage, { id: 'e1', after }).ended;
        assert.equal(errors[0]?.extensions?.code, 'NOT_FOUND');
        loan.say('m3');
        assert.deepEqual(messages(await watching.until(2)), ['message m2', 'message m3']);
        await Promise.all([stranger.dispose(), borrower.dispose()]);
      });

    test('a client that missed more messages than one page gets all of them, then the live ones', async () => {
      const many = Array.from({ length: 1200 }, (_, at) => ({ id: `m${at}`, message: `no ${at}` }));
      loan.messages = [...many];
      const borrower = await loan.connect('borrower');
      const watching = borrower.watch(onMessage, { id: 'e1', after: 'm0' });
      await watching.until(1199);
      loan.say('live');
      await watching.until(1200);
      // And many that were never signalled, before one that was.
      const untold = Array.from({ length: 1200 }, (_, at) => ({
        id: `u${at}`,
        message: `un ${at}`,
      }));
      loan.messages.push(...untold);
      loan.gateway.bus.publishSignal(escrowTopic('e1'), { what: 'changed' });
      const shown = messages(await watching.until(2400));
      const rest = [...many.slice(1), { message: 'message live' }, ...untold];
      assert.deepEqual(
        shown,
        rest.map((one) => one.message),
      );
      await borrower.dispose();
    });

    test('a notification reaches its account only, what is newer than `after` oldest first', async () => {
      loan.messages = [
        { id: 'n1', message: 'first' },
        { id: 'n2', message: 'second' },
      ];
      const one = await loan.connect('one');
      const other = await loan.connect('other');
      const query = 'subscription { notificationAdded(after: "n0") { id body } }';
      const mine = one.watch(query);
      const theirs = other.watch(query);
      await Promise.all([mine.until(2), theirs.until(2)]);
      loan.gateway.bus.publishSignal(accountTopic('one'), { what: 'notification', id: 'n3' });
      loan.gateway.bus.publishSignal(accountTopic('other'), { what: 'notification', id: 'n4' });
      const bodies = (events: readonly { data?: unknown }[]) =>
        events.map(
          ({ data }) => (data as { notificationAdded: { body: string } }).notificationAdded.body,
        );
      assert.deepEqual(bodies(await mine.until(3)), ['first', 'second', 'to one']);
      assert.deepEqual(bodies(await theirs.until(3)), ['first', 'second', 'to other']);
      await Promise.all([one.dispose(), other.dispose()]);
    });

    test('a notification that is signalled again is sent again only if it changed', async () => {
      loan.messages = [{ id: 'n1', message: 'one message' }];
      const reader = await loan.connect('reader');
      const query = 'subscription { notificationAdded(after: "n0") { id body } }';
      const watching = reader.watch(query);
      await watching.until(1);
      const tell = (id: string) =>
        loan.gateway.bus.publishSignal(accountTopic('reader'), { what: 'notification', id });
      tell('n1');
      tell('n2');
      await watching.until(2);
      loan.messages = [{ id: 'n1', message: 'another message' }];
      tell('n1');
      const bodies = (await watching.until(3)).map(
        ({ data }) => (data as { notificationAdded: { body: string } }).notificationAdded.body,
      );
      assert.deepEqual(bodies, ['one message', 'to reader', 'another message']);
      await reader.dispose();
    });

    test('a loan is sent now and after every change, to each subscriber as it sees it', async () => {
      const borrower = await loan.connect('borrower');
      const lender = await loan.connect('lender');
      const left = borrower.watch(onChange, { id: 'e1' });
      const right = lender.watch(onChange, { id: 'e1' });
      await Promise.all([left.until(1), right.until(1)]);
      loan.status = 'DOMAIN_IN_CUSTODY';
      loan.gateway.bus.publishSignal(escrowTopic('e1'), { what: 'changed' });
      const state = (event: { data?: unknown } | undefined) =>
        event && (event.data as { escrowChanged: object }).escrowChanged;
      assert.deepEqual((await left.until(2)).map(state), [
        { id: 'e1', status: 'NEW', role: 'BORROWER' },
        { id: 'e1', status: 'DOMAIN_IN_CUSTODY', role: 'BORROWER' },
      ]);
      assert.deepEqual(state((await right.until(2))[1]), {
        id: 'e1',
        status: 'DOMAIN_IN_CUSTODY',
        role: 'LENDER',
      });
      await Promise.all([borrower.dispose(), lender.dispose()]);
    });

    test('many subscribers of one chat cost one bus subscription, and one read per message', async () => {
      const subscribers = await Promise.all(
        ['borrower', 'lender', 'third'].map((name) => loan.connect(name)),
      );
      const watching = subscribers.flatMap((one) =>
        [1, 2, 3].map(() => one.watch(onMessage, { id: 'e1', after: '' })),
      );
      const stateFirst = subscribers.map((one) => one.watch(onChange, { id: 'e1' }));
      await Promise.all(stateFirst.map((one) => one.until(1)));
      const ids = Array.from({ length: 20 }, (_, at) => `m${at + 10}`);
      for (const [at, id] of ids.entries()) {
        loan.say(id);
        await Promise.all(watching.map((one) => one.until(at + 1)));
      }
      const wanted = ids.map((id) => `message ${id}`);
      for (const { events } of watching) assert.deepEqual(messages(events), wanted);
      // Each reads what it missed when it joins, and once more if something was signalled during that.
      assert.ok(loan.lists <= ids.length + 2 * watching.length, `${loan.lists} reads`);
      assert.equal(loan.subscriptionCounts.get(escrowTopic('e1')), 1);
      await Promise.all(subscribers.map((one) => one.dispose()));
      await eventually(
        'the last to leave lets go',
        () => loan.subscriptionCounts.get(escrowTopic('e1')) === 0,
      );
    });
  });
}
