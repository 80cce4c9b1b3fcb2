/** Random loans with amendments of all kinds, agreed money, waivers and payments. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amendmentKinds } from '../../../loan/amendment.ts';
import { checkAmendedLoans } from '../../../testing/amended-loans-at-random.ts';

test('amended loans at random: principal is conserved, the payoff falls only by what lowers it, and a replay equals each day', () => {
  const effective = checkAmendedLoans(80, 20_261_129);
  const expected = amendmentKinds.flatMap((kind) =>
    kind === 'PRINCIPAL_UP' || kind === 'PRINCIPAL_DOWN'
      ? [`${kind} with money`]
      : [kind, `${kind} with money`],
  );
  assert.deepEqual([...effective].sort(), expected.sort());
});
