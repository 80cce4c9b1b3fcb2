/** Live updates of a subscriber's own domains, offers, notifications and balance. */

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { accountTopic, domainTopic } from '@nameloan/contracts/topics';
import type { LiveLoan } from '../testing/live-loan.ts';
import { busKinds, eventually, startLiveLoan } from '../testing/live-loan.ts';

const oneDomain = 'subscription($id: ID!) { domainChanged(domainId: $id) { id status } }';
const domains = 'subscription { domainsChanged { id status } }';
const offers = 'subscription { offersChanged { id status } }';
const balance = 'subscription { balanceChanged { id balance } }';

const notificationCenter =
  'subscription { notificationsChanged { unreadCounts { notifications } } }';

const shown = (events: readonly { data?: unknown }[]) =>
  events.map(({ data }) => Object.values(Object.values(data as object)[0] as object).join(' '));

for (const { kind, skip } of busKinds) {
  describe(`own live updates ${kind}`, { skip }, () => {
    let loan: LiveLoan;
    before(async () => {
      loan = await startLiveLoan(kind);
    });
    after(() => loan.stop());
    beforeEach(() => loan.reset());
    const tell: LiveLoan['gateway']['bus']['publishSignal'] = (topic, signal) =>
      loan.gateway.bus.publishSignal(topic, signal);

    test('a domain is sent now and after every change; the subscription ends with the access', async () => {
      const owner = await loan.connect('owner');
      const watching = owner.watch(oneDomain, { id: 'd1' });
      await watching.until(1);
      tell(domainTopic('d1'), { what: 'changed' });
      loan.domainStatus = 'IN_ESCROW';
      tell(domainTopic('d1'), { what: 'changed' });
      assert.deepEqual(shown(await watching.until(2)), ['d1 EXTERNAL_VERIFIED', 'd1 IN_ESCROW']);
      loan.domainStatus = null;
      tell(domainTopic('d1'), { what: 'changed' });
      const { errors } = await watching.ended;
      assert.equal(errors[0]?.extensions?.code, 'NOT_FOUND');
      await owner.dispose();
    });

    test('a domain that does not exist, or an invalid id, is NOT_FOUND', async () => {
      loan.domainStatus = null;
      const owner = await loan.connect('owner');
      for (const id of ['d2', '*', '>']) {
        const { errors } = await owner.watch(oneDomain, { id }).ended;
        assert.equal(errors[0]?.extensions?.code, 'NOT_FOUND', id);
      }
      await owner.dispose();
    });

    test('own domains and offers are sent after a change; one that no longer belongs to the caller ends nothing', async () => {
      const owner = await loan.connect('owner');
      const other = await loan.connect('other');
      const mine = [owner.watch(domains), owner.watch(offers)] as const;
      const theirs = other.watch(domains);
      // The current balance arrives first, so by then all are subscribed.
      await Promise.all([owner, other].map((one) => one.watch(balance).until(1)));
      const own = accountTopic('owner');
      tell(own, { what: 'domain', id: 'd1' });
      await mine[0].until(1);
      loan.domainStatus = null;
      tell(own, { what: 'domain', id: 'gone' });
      tell(own, { what: 'offer', id: 'o1' });
      await mine[1].until(1);
      await eventually('the other was read', () => loan.domainReads === 2);
      loan.domainStatus = 'CUSTODY_PAID';
      loan.offerStatus = 'RESCINDED';
      tell(own, { what: 'domain', id: 'd1' });
      tell(own, { what: 'offer', id: 'o1' });
      assert.deepEqual(shown(await mine[0].until(2)), ['d1 EXTERNAL_VERIFIED', 'd1 CUSTODY_PAID']);
      assert.deepEqual(shown(await mine[1].until(2)), ['o1 PENDING', 'o1 RESCINDED']);
      assert.equal(theirs.events.length, 0);
      await Promise.all([owner.dispose(), other.dispose()]);
    });

    test('a domain that changes and changes back is sent each time', async () => {
      const owner = await loan.connect('owner');
      const mine = owner.watch(domains);
      await owner.watch(balance).until(1);
      for (const status of ['CUSTODY_PAID', 'IN_ESCROW', 'CUSTODY_PAID', 'IN_ESCROW'] as const) {
        loan.domainStatus = status;
        const before = mine.events.length;
        tell(accountTopic('owner'), { what: 'domain', id: 'd1' });
        await mine.until(before + 1);
      }
      assert.equal(mine.events.length, 4);
      await owner.dispose();
    });

    test('signals about a domain that is still to be read share one read of its newest state', async () => {
      const owner = await loan.connect('owner');
      const mine = owner.watch(domains);
      await owner.watch(balance).until(1);
      for (let at = 0; at < 100; at++) {
        tell(accountTopic('owner'), { what: 'domain', id: 'd1' });
        tell(accountTopic('owner'), { what: 'domain', id: `d${2 + (at % 2)}` });
      }
      loan.domainStatus = 'IN_ESCROW';
      tell(accountTopic('owner'), { what: 'domain', id: 'last' });
      const last = async () => shown(mine.events).some((one) => one.startsWith('last'));
      while (!(await last())) await mine.until(mine.events.length + 1);
      assert.ok(shown(mine.events).includes('d3 IN_ESCROW'), String(shown(mine.events)));
      assert.ok(loan.domainReads < 50, `${loan.domainReads} reads`);
      await owner.dispose();
    });

    test('a notification read in one tab is read in the other, and a new one arrives in both', async () => {
      loan.unread = 2;
      const tabs = await Promise.all(['owner', 'owner'].map((who) => loan.connect(who)));
      const watching = tabs.map((tab) => tab.watch(notificationCenter));
      await Promise.all(watching.map((one) => one.until(1)));
      loan.unread = 0;
      tell(accountTopic('owner'), { what: 'changed' });
      await Promise.all(watching.map((one) => one.until(2)));
      loan.unread = 1;
      tell(accountTopic('owner'), { what: 'notification', id: 'n1' });
      for (const one of watching) {
        const counts = (await one.until(3)).map(
          ({ data }) => JSON.stringify(data).match(/\d+/)?.[0],
        );
        assert.deepEqual(counts, ['2', '0', '1']);
      }
      await Promise.all(tabs.map((tab) => tab.dispose()));
    });

    test('the balance is sent now and after every change, in all tabs', async () => {
      const tabs = await Promise.all(['owner', 'owner'].map((who) => loan.connect(who)));
      const watching = tabs.map((tab) => tab.watch(balance));
      await Promise.all(watching.map((one) => one.until(1)));
      loan.balanceCents = 4200;
      tell(accountTopic('owner'), { what: 'balance' });
      for (const one of watching)
        assert.deepEqual(shown(await one.until(2)), ['owner 0', 'owner 4200']);
      await Promise.all(tabs.map((tab) => tab.dispose()));
    });
  });
}
