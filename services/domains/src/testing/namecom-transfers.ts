/** What tests of transfers in at name.com share: its account in the sandbox, fees, alerts and failures. */

import type { Subject } from '@nameloan/contracts/events';
import { testSecret } from '@nameloan/testkit/service/test-service';
import { until } from '@nameloan/testkit/until';
import type { TestDomains } from './start-domains.ts';
import { minute } from './start-domains.ts';

const failed = 'domains.domain.transfer-failed' satisfies Subject;

export function namecomTransfers(s: () => TestDomains) {
  return {
    /** In cents. */
    credit: async () => Number((await s().control('GET', '/namecom')).creditCents),
    stateAtNamecom: async (name: string) =>
      (await s().control('GET', `/namecom/transfers/${name}`)).status,
    forceState: (name: string, status: string) =>
      s().control('PUT', `/namecom/transfers/${name}`, { status }),
    /** Of the fee that was requested last. */
    lastHold: () => s().payments.holds.get(s().payments.requestedHolds.at(-1)?.holdId ?? ''),
    /** The code of the transfer's failure. */
    failure: async (id: string): Promise<string> => {
      await s().event(failed, ({ domainId }) => domainId === id);
      await s().settle();
      const data = s().eventsOf(failed, id).at(-1)?.data as { reason: { code: string } };
      return data.reason.code;
    },
    /** Lets due work run until the condition holds: after an unknown outcome a name waits for some timeouts. */
    eventually: (condition: () => Promise<boolean>) =>
      until(async () => {
        await s().advance(minute);
        return condition();
      }),
    /** The subjects of the alerts for staff whose text contains `about`. */
    alerts: async (about: string): Promise<string[]> => {
      const headers = { 'x-nameloan-secret': testSecret };
      const answer = await fetch(`${s().url}/dead-letters`, { headers });
      const { oldest } = (await answer.json()) as { oldest: { subject: string; fault: string }[] };
      return oldest.filter(({ fault }) => fault.includes(about)).map(({ subject }) => subject);
    },
  };
}
