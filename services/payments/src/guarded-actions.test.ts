/** What an account may not do in this service before its address is verified. */

import { after, before, test } from 'node:test';
import { assertRestricted } from '@nameloan/testkit/service/guarded-calls';
import type { TestPayments } from './testing/start-payments.ts';
import { startPayments } from './testing/start-payments.ts';

let service: TestPayments;
before(async () => {
  service = await startPayments();
});
after(() => service.stop());

test('an unverified account cannot deposit', () =>
  assertRestricted(service, {
    startDeposit: 'mutation { startDeposit(amount: 1, method: CARD) { uri } }',
  }));
