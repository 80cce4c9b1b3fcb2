/** Notifications to a former lender of a sold loan. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyContext } from '../../testing/template-context.ts';
import { makeCase } from '../../testing/transition-cases.ts';
import { renderTransition } from '../transition-template.ts';

test('a payment to a former lender alerts them too, on the page of the sale', () => {
  const event = makeCase({ move: 'REPORT_PAYMENT', by: 'BORROWER', statuses: 'LOAN_POSTED' });
  const formerLender = { accountId: 'fo', assignmentId: 'a1' };
  const drafts = renderTransition({ ...event, formerLender }, emptyContext);
  assert.deepEqual(
    drafts.map(({ to, link }) => [to, link]),
    [
      ['le', '/app/escrow/e1'],
      ['fo', '/assignments/a1'],
    ],
  );
  assert.deepEqual(drafts[0]?.alert, drafts[1]?.alert);
});
