/** Transitions of the borrower's claim of repayment. Its confirmation is the end of the loan. */

import { readFormerLender } from '../../../loan/assignment/former-lender.ts';
import { computeOwedCents } from '../../stage.ts';
import { allowEscalation, assertNewClaim, buildDeniedChanges } from '../claims.ts';
import { guards } from '../guards.ts';
import type { ClaimInput } from '../read-input.ts';
import { readFullPayment, readRequiredText } from '../read-input.ts';
import type { TransitionTable } from '../transition-descriptor.ts';
import { borrower, lender } from '../transition-descriptor.ts';
import { describePayment } from './describe-payment.ts';
import { paymentGuards } from './payment-guards.ts';

export interface ClaimInputs {
  CLAIM_REPAID: ClaimInput;
  WITHDRAW_CLAIM: object;
  DENY_REPAID: { reason: string };
}

const claimed = {
  from: 'LOAN_POSTED',
  guards: [guards.claimOpen, paymentGuards.debtLeft],
} as const;

export const claimTransitions: TransitionTable<ClaimInputs> = {
  CLAIM_REPAID: {
    verb: 'claim repaid',
    label: 'Claim Repaid',
    history: 'Claimed repayment',
    rules: [
      {
        from: 'LOAN_POSTED',
        roles: borrower,
        guards: [guards.receiptConfirmed, guards.noOpenClaim, paymentGuards.noPayoffPaid],
      },
    ],
    writes: (escrow, input, { now, paymentId }) => {
      const from = escrow.receipt?.at ?? escrow.createdAt;
      const payment = readFullPayment(input, { from, to: now });
      assertNewClaim(escrow, payment);
      const owedCents = escrow.receipt && computeOwedCents(escrow, escrow.receipt, payment.date);
      const amountCents = input.amountCents ?? owedCents;
      // Nothing is paid where part payments already cover the loan.
      const paid = { ...payment, ...readFormerLender(escrow, input, payment.date) };
      const claim = amountCents ? { ...paid, amountCents, paymentId } : paid;
      return { changes: { claim }, note: describePayment('Repaid', payment) };
    },
  },
  WITHDRAW_CLAIM: {
    verb: 'withdraw claim',
    label: 'Withdraw Claim',
    history: 'Withdrew the claim of repayment',
    rules: [{ ...claimed, roles: borrower }],
    writes: (_escrow, _input, { now }) => ({
      changes: { claim: null, remindedAt: now },
      note: null,
    }),
  },
  DENY_REPAID: {
    verb: 'deny repaid',
    label: 'Deny Repaid',
    danger: true,
    history: 'Denied the repayment',
    rules: [{ ...claimed, roles: lender }],
    writes: (escrow, { reason }, { now }) => ({
      changes: {
        ...buildDeniedChanges(escrow, now),
        ...allowEscalation(escrow),
        remindedAt: now,
      },
      note: readRequiredText('reason', reason),
    }),
  },
};
