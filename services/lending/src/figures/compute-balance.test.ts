/** The balance that is computed from given figures, without a loan. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { TestLending } from '../testing/start-lending.ts';
import { expectData, startLending } from '../testing/start-lending.ts';

let service: TestLending;
beforeEach(async () => {
  service = await startLending();
});
afterEach(() => service.stop());

test('a payment pays the fees of its day first', async () => {
  const { balanceFigures } = expectData(
    await service.as(null)(
      `query ($payments: [DatedAmountInput!]!, $fees: [DatedAmountInput!]!) {
        balanceFigures(
          amount: 500000, rate: 900, start: "2027-05-01", payments: $payments, fees: $fees, on: "2027-06-05"
        ) { fees applied { fees interest principal } }
      }`,
      {
        payments: [{ date: '2027-06-05', amount: 10_000 }],
        fees: [{ date: '2027-06-05', amount: 2_500 }],
      },
    ),
  );
  assert.equal(balanceFigures.fees, 0);
  assert.deepEqual(balanceFigures.applied, [{ fees: 2_500, interest: 4_315, principal: 3_185 }]);
});
