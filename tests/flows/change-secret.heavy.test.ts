/** Rotates the installation's secret as docs/keys.md describes, service by service, while people keep using the product. */

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { serviceNames } from '@nameloan/contracts/platform';
import { natsMissing } from '@nameloan/testkit/nats';
import { retry } from './crashes/retry-call.ts';
import { createPostedLoan } from './environment/loans.ts';
import { startManyProcesses } from './environment/many-processes.ts';
import type { TestEnvironment } from './environment/test-environment.ts';

let environment: TestEnvironment | undefined;
after(() => environment?.stop());

test('services with different secrets work together during the rotation, and the old secret is rejected at the end', {
  skip: natsMissing,
}, async () => {
  const running = await startManyProcesses();
  environment = running;
  const { borrower, id } = await createPostedLoan(running);
  const oldSecret = running.secret;
  const newSecret = randomBytes(32).toString('hex');
  /** Sessions stay valid, and the contract's link, which is stored encrypted, still opens. */
  const assertWorks = (when: string) =>
    retry(when, async () => {
      const escrow = await borrower.get(`/escrow/${id}`);
      const token = new URL(escrow.borrower_contract_url).pathname.split('/').at(-1);
      await borrower.get(`/contracts/${token}`);
      await borrower.get('/notifications');
      await borrower.get('/domains');
    });
  const steps: [current: string, also?: string][] = [
    [oldSecret, newSecret],
    [newSecret, oldSecret],
    [newSecret],
  ];
  for (const [current, also] of steps) {
    running.setSecrets(current, also);
    for (const name of [...serviceNames, 'gateway']) {
      await running.restartProcess(name);
      await assertWorks(`${name} has started again`);
    }
    for (const name of serviceNames) {
      let left = Number.POSITIVE_INFINITY;
      while (left > 0) left = (await running.callService(name, '/keys', {})).reencrypted;
    }
  }
  running.setSecrets(oldSecret);
  await assert.rejects(running.restartProcess('lending'), /INTERNAL_SECRET.*_lending/);
});
