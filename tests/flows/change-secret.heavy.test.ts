/** The installation's secret changed the way docs/keys.md tells, part by part, while people go on. */

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { serviceNames } from '@nameloan/contracts/platform.ts';
import { natsMissing } from '@nameloan/service/testing/nats.ts';
import { insist } from './crashes/retry-call.ts';
import { posted } from './world/loans.ts';
import { startManyProcesses } from './world/many-processes.ts';
import type { World } from './world/world.ts';

let world: World | undefined;
after(() => world?.stop());

test('parts of different secrets understand each other on the way, and the former one is given up at the end', {
  skip: natsMissing,
}, async () => {
  const running = await startManyProcesses();
  world = running;
  const { borrower, id } = await posted(running);
  const former = running.secret;
  const next = randomBytes(32).toString('hex');
  /** Nobody is logged out, and the contract's link, which rests sealed, still opens. */
  const goesOn = (when: string) =>
    insist(when, async () => {
      const escrow = await borrower.get(`/escrow/${id}`);
      const token = new URL(escrow.borrower_contract_url).pathname.split('/').at(-1);
      await borrower.get(`/contracts/${token}`);
      await borrower.get('/notifications');
      await borrower.get('/domains');
    });
  const steps: [current: string, also?: string][] = [[former, next], [next, former], [next]];
  for (const [current, also] of steps) {
    running.tellSecrets(current, also);
    for (const name of [...serviceNames, 'gateway']) {
      await running.restart(name);
      await goesOn(`${name} has started again`);
    }
    for (const name of serviceNames) {
      let left = Number.POSITIVE_INFINITY;
      while (left > 0) left = (await running.ofPart(name, '/keys', {})).resealed;
    }
  }
  running.tellSecrets(former);
  await assert.rejects(running.restart('lending'), /INTERNAL_SECRET.*_lending/);
});
