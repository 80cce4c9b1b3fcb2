/** What a payment and the steps of an amendment want from the reader of the dashboard. */

import { expect, test } from '@jest/globals';
import type { WaitingAction } from '../../graph/schema.generated.ts';
import { describeNeed } from './describe-need.ts';
import type { WaitingLoanFragment } from './needs-you.generated.ts';

const describeStep = (action: WaitingAction, role: 'BORROWER' | 'LENDER') =>
  describeNeed({
    ...{ id: 'loan-1', domainId: 'domain-1', role, amount: 100_00, payoff: 100_00 },
    ...{ borrowerName: 'Milo Reyes', lenderName: 'Ada Park' },
    waitingFor: { action, label: 'Label', until: null },
  } as unknown as WaitingLoanFragment);

test.each([
  ['MARK_PAID', 'LENDER', 'Mark paid and send $100.00 to Milo', 'Mark as Paid'],
  ['ANSWER_AMENDMENT', 'LENDER', 'Milo proposes an amendment: agree, counter or decline', 'Answer'],
  ['SIGN_AMENDMENT', 'BORROWER', 'Sign the amendment with Ada', 'Sign'],
  ['PAY_AMENDMENT', 'BORROWER', 'Send the agreed money to Ada, then report it', 'Pay'],
] as const)('%s asks the %s to act on the loan’s page', (action, role, text, verb) => {
  expect(describeStep(action, role)).toEqual({ text, verb, to: '/app/escrow/loan-1' });
});
