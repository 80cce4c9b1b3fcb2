/** An account's own data: live updates in every tab, and the dashboard's totals. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectSubscriber } from '@nameloan/driver/connect-subscriber';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { deposit, makeOffer } from '@nameloan/driver/steps';
import type { RestObject } from '../environment/loans.ts';
import { createListedDomain, defaultTerms } from '../environment/loans.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';

const onBalance = 'subscription { balanceChanged { id balance } }';
const onOffers = 'subscription { offersChanged { id status amount } }';
const onDomain = 'subscription ($id: ID!) { domainChanged(domainId: $id) { id status } }';
const onNotifications =
  'subscription { notificationsChanged { unreadCounts { alerts notifications } } }';
const dashboard = `{ dashboard {
  domains { count byStatus { status count } estimatedValue }
  balance offersReceived offersSent unread { alerts notifications }
} }`;

const lastOf = ({ events }: { events: readonly RestObject[] }, field: string) =>
  events.at(-1)?.data?.[field];

export function liveOwn(environment: GetEnvironment): void {
  test('balance, domains and offers update live in every tab, and the dashboard totals them', async () => {
    const { borrower, lender, domain } = await createListedDomain(environment());
    const tabs = [1, 2].map(() => connectSubscriber(borrower.baseUrl, borrower.token));
    const far = connectSubscriber(lender.baseUrl, lender.token);
    try {
      const balances = tabs.map((tab) => tab.watch(onBalance));
      const offers = [...tabs, far].map((one) => one.watch(onOffers));
      const states = tabs.map((tab) => tab.watch(onDomain, { id: domain.id }));
      const notificationCenter = tabs.map((tab) => tab.watch(onNotifications));
      const gate = far.watch(onBalance);
      await Promise.all(
        [gate, ...balances, ...states, ...notificationCenter].map((one) => one.until(1)),
      );
      assert.equal(lastOf(states[0] as never, 'domainChanged').status, 'EXTERNAL_VERIFIED');

      await deposit(borrower, environment().sandbox, 60);
      for (const tab of balances)
        await waitFor('the balance', async () => lastOf(tab, 'balanceChanged').balance === 6000);

      const made = await makeOffer(lender, domain.id, defaultTerms);
      for (const one of offers)
        await waitFor('the offer', async () => lastOf(one, 'offersChanged')?.id === made.id);
      const { dashboard: sums } = await borrower.graphql(dashboard);
      assert.equal(sums.balance, 6000);
      assert.equal(sums.offersReceived, 1);
      assert.equal(sums.offersSent, 0);
      assert.equal(sums.domains.count, 1);
      assert.deepEqual(sums.domains.byStatus, [{ status: 'EXTERNAL_VERIFIED', count: 1 }]);
      const { estimated_value } = await borrower.get(`/domains/${domain.id}`);
      assert.equal(sums.domains.estimatedValue, Math.round((estimated_value ?? 0) * 100));

      const unread = (tab: (typeof notificationCenter)[number]) => {
        const { alerts, notifications } = lastOf(tab, 'notificationsChanged').unreadCounts;
        return alerts + notifications;
      };
      for (const tab of notificationCenter)
        await waitFor('the notification center', async () => unread(tab) >= 3);
      await borrower.post('/notifications', { read: true });
      for (const tab of notificationCenter)
        await waitFor('silence in each tab', async () => unread(tab) === 0);

      await lender.post(`/offers/${made.id}`, { status: 'RESCINDED' });
      for (const one of offers)
        await waitFor('its end', async () => lastOf(one, 'offersChanged').status === 'RESCINDED');
      assert.equal((await borrower.graphql(dashboard)).dashboard.offersReceived, 0);

      const { authCode } = await environment().sandbox.readRegistration(domain.domain);
      await borrower.post(`/domains/${domain.id}/transfer`, { transferCode: authCode });
      await environment().sandbox.approveTransfer(domain.domain);
      for (const one of states)
        await waitFor(
          'custody',
          async () => lastOf(one, 'domainChanged').status === 'CUSTODY_PAID',
        );
    } finally {
      await Promise.all([...tabs, far].map((one) => one.dispose()));
    }
  });
}
