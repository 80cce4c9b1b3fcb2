/** What an account may not do in this service before its address is verified. */

import { after, before, test } from 'node:test';
import { assertRestricted } from '@nameloan/testkit/service/restricted-calls';
import type { TestDomains } from './testing/start-domains.ts';
import { startDomains } from './testing/start-domains.ts';

let service: TestDomains;
before(async () => {
  service = await startDomains();
});
after(() => service.stop());

test('an unverified account cannot transfer a domain in or out', () =>
  assertRestricted(service, {
    transferIn: 'mutation { transferIn(id: "none", transferCode: "") { id } }',
    transferOut: 'mutation { transferOut(id: "none") { id } }',
  }));
