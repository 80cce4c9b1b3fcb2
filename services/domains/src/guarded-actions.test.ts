/** What needs a verified address or a fresh session in this service. */

import { after, before, test } from 'node:test';
import {
  assertHeld,
  assertNeedsStepUp,
  assertRestricted,
} from '@nameloan/testkit/service/guarded-calls';
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

test('a domain is transferred out only in a fresh session', () =>
  assertNeedsStepUp(service, {
    transferOut: 'mutation { transferOut(id: "none") { id } }',
  }));

test('a domain is not transferred out while the owner’s address changes', () =>
  assertHeld(service, {
    transferOut: 'mutation { transferOut(id: "none") { id } }',
  }));
