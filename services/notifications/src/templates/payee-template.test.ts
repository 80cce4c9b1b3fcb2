/** Both parties of a loan are notified of every choice and change of a payee, a first choice included. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, escrow } from '../testing/event-examples.ts';
import { draftPayeeChange } from './payee-template.ts';

const changes = ['CHOSEN', 'CHANGED', 'WITHDRAWN', 'STOPPED', 'REMOVED'] as const;

test('each change, of each direction, is for the payer and for the owner', () => {
  for (const party of ['BORROWER', 'LENDER'] as const)
    for (const change of changes)
      for (const first of [true, false])
        for (const effectiveAt of [null, at]) {
          const drafts = draftPayeeChange({ ...escrow, party, change, effectiveAt, first });
          const [payer, owner] = party === 'BORROWER' ? ['le', 'bo'] : ['bo', 'le'];
          assert.deepEqual(
            drafts.map(({ to }) => to),
            [payer, owner],
          );
          for (const { body } of drafts) assert.ok(body.includes(escrow.domainName));
        }
});

test('the owner of a first choice reads what to do if it was another person', () => {
  const first = { party: 'BORROWER', change: 'CHOSEN', effectiveAt: null, first: true } as const;
  const [payers, owners] = draftPayeeChange({ ...escrow, ...first });
  assert.doesNotMatch(payers?.body ?? '', /changed|another/);
  assert.match(owners?.body ?? '', /^You chose where you are paid .* If this wasn’t you/);
  assert.equal(owners?.kind, 'SECURITY');
});
