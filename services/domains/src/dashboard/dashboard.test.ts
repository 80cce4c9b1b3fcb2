/** The portfolio on the dashboard: counts and values by status and in total. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { domains } from '../domain/domain.model.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addTestDomain,
  addVerifiedDomain,
  expectData,
  startDomains,
} from '../testing/start-domains.ts';

let service: TestDomains;
before(async () => {
  service = await startDomains();
});
after(() => service.stop());

test('the values by status are those of its domains, and add up to the total', async () => {
  const call = service.as('portfolio');
  await addTestDomain(service, 'portfolio');
  const proven = [
    await addVerifiedDomain(service, 'portfolio'),
    await addVerifiedDomain(service, 'portfolio'),
  ];
  await service.settle();
  const { dashboard } = expectData(
    await call(`{
      dashboard { domains { count estimatedValue byStatus { status count estimatedValue } } }
    }`),
  );
  const { count, estimatedValue, byStatus } = dashboard.domains;
  const mids = await Promise.all(
    proven.map(async (id) => (await domains.get(id)).appraisal?.midCents ?? 0),
  );
  const found = byStatus.find((one: { status: string }) => one.status === 'EXTERNAL_VERIFIED');
  assert.deepEqual(
    [count, found.count, found.estimatedValue],
    [3, 2, mids.reduce((sum, mid) => sum + mid, 0)],
  );
  const sum = byStatus.reduce((all: number, one: typeof found) => all + one.estimatedValue, 0);
  assert.ok(found.estimatedValue > 0);
  assert.equal(sum, estimatedValue);
});
