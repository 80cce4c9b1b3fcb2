/** Transitions of borrower and lender from the contract to the end of the loan. */

import { DomainError } from '@nameloan/contracts/errors';
import { notOnHold } from '../../loan/loan-hold.ts';
import { noStandstill } from './amendment/amendment-guards.ts';
import { noPaidSale } from './assignment/assignment-guards.ts';
import { assertClaimNamed } from './claims.ts';
import { buildReceiptChanges } from './deemed-receipt.ts';
import { buildDischargeChanges, buildRepaymentChanges } from './end-debt.ts';
import { hasPaymentDetails, isFundingOverdue } from './funding.ts';
import { conditions, guards } from './guards.ts';
import { accelerationOver } from './payment/acceleration-transitions.ts';
import { describePayment, describeSent } from './payment/describe-payment.ts';
import { paymentGuards } from './payment/payment-guards.ts';
import type { PaymentInput } from './read-input.ts';
import { readFullPayment, readPaymentNote } from './read-input.ts';
import { refinanceGuards } from './refinance/refinance-guards.ts';
import type { TransitionTable } from './transition-descriptor.ts';
import { borrower, either, lender } from './transition-descriptor.ts';

export interface LoanInputs {
  /** `sha256`: the hash of the PDF shown to the signer. */
  SIGN: { sha256: string };
  CANCEL: object;
  MARK_PAID: PaymentInput;
  CONFIRM_RECEIPT: object;
  PAYMENT_DETAILS: PaymentInput & { evidenceIds?: string[] | null };
  /** `amountCents`: what arrived of the claimed payment, if it was another amount. */
  FINALIZE_RETURN: { amountCents?: number | null; claimId?: string | null };
  FINALIZE_SEIZE: object;
  FINALIZE_SURRENDER: object;
}

const signing = {
  from: 'PENDING_SIGNATURE',
  roles: either,
  guards: [guards.contractDrawn, guards.notSignedYet, refinanceGuards.letterAnswered],
} as const;

export const loanTransitions: TransitionTable<LoanInputs> = {
  SIGN: {
    verb: 'sign',
    label: 'Sign',
    history: 'Signed the contract',
    // The second signature leaves PENDING_SIGNATURE; the next status depends on whether the domain is in custody.
    rules: [
      { ...signing, when: conditions.otherHasNotSigned },
      { ...signing, when: conditions.inCustody, to: 'DOMAIN_IN_CUSTODY' },
      { ...signing, to: 'NEW' },
    ],
    writes: (escrow, { sha256 }, { role, now }) => {
      if (sha256 !== escrow.contractSha256) {
        throw new DomainError(
          'CONFLICT',
          'The contract has changed since you opened it. Open it again.',
          { reason: 'CONTRACT_CHANGED' },
        );
      }
      const changes = role === 'BORROWER' ? { borrowerSignedAt: now } : { lenderSignedAt: now };
      return { changes, note: null, detail: `SHA-256 ${sha256}` };
    },
  },
  CANCEL: {
    verb: 'cancel',
    label: 'Cancel',
    danger: true,
    history: ({ to }) => (to === 'CANCELLED' ? 'Cancelled' : 'Asked to cancel'),
    rules: [
      {
        from: ['PENDING_SIGNATURE', 'NEW'],
        roles: either,
        guards: [refinanceGuards.payoffNotReported],
        to: 'CANCELLED',
      },
      { from: 'DOMAIN_IN_CUSTODY', roles: lender, to: 'CANCELLED' },
      {
        from: 'DOMAIN_IN_CUSTODY',
        roles: borrower,
        when: conditions.fundingOverdue,
        to: 'CANCELLED',
      },
      // The lender may have sent the money: the borrower only requests, the lender answers by cancel or markPaid.
      { from: 'DOMAIN_IN_CUSTODY', roles: borrower, guards: [guards.cancelNotRequested] },
    ],
    writes: (escrow, _input, { rule, now }) =>
      rule.to === 'CANCELLED'
        ? { changes: isFundingOverdue(escrow, now) ? { unfunded: true } : {}, note: null }
        : { changes: { cancelRequestedAt: now }, note: null },
  },
  MARK_PAID: {
    verb: 'mark paid',
    label: 'Mark Paid',
    history: 'Marked the loan as paid',
    rules: [
      { from: 'DOMAIN_IN_CUSTODY', roles: borrower, to: 'LOAN_POSTED' },
      // The money has not been sent: the contract asks to mark it first.
      {
        from: 'DOMAIN_IN_CUSTODY',
        roles: lender,
        guards: [notOnHold('MARK_PAID')],
        to: 'LOAN_POSTED',
      },
    ],
    writes: (escrow, input, { role, now, paymentId }) => {
      const note = readPaymentNote(input, {
        from: escrow.contractDrawnAt ?? escrow.createdAt,
        to: now,
      });
      if (role === 'LENDER') {
        if (escrow.markLapsedAt && !hasPaymentDetails(note)) {
          throw new DomainError(
            'CONFLICT',
            'Your last mark lapsed without payment details. Give date, method and reference this time.',
            { reason: 'PAYMENT_DETAILS_REQUIRED' },
          );
        }
        const sent = { ...note, paymentId };
        const changes = { sent, markedAt: now, cancelRequestedAt: null };
        return {
          changes,
          note: describeSent({ ...escrow, ...changes, status: 'LOAN_POSTED', statusAt: now }),
        };
      }
      return {
        changes: { ...buildReceiptChanges(escrow, note), cancelRequestedAt: null },
        note: describePayment('Received', note),
      };
    },
  },
  CONFIRM_RECEIPT: {
    verb: 'confirm receipt',
    label: 'Confirm Receipt',
    history: 'Confirmed receipt of the payment',
    rules: [
      {
        from: 'LOAN_POSTED',
        roles: borrower,
        guards: [guards.noReceiptByBorrower, guards.lenderMarked],
      },
    ],
    // A deemed receipt keeps its day; the confirmation only changes who confirmed it.
    writes: (escrow, _input, { now }) => ({
      changes: escrow.receipt
        ? { receipt: { ...escrow.receipt, by: 'BORROWER' } }
        : buildReceiptChanges(escrow, { date: null, method: null, reference: null, at: now }),
      note: null,
    }),
  },
  PAYMENT_DETAILS: {
    verb: 'payment details',
    label: 'Payment Details',
    history: 'Added payment details',
    rules: [
      {
        from: 'LOAN_POSTED',
        roles: lender,
        guards: [guards.lenderMarked, guards.noReceipt],
      },
    ],
    // The days after which silence counts as receipt run from complete details.
    writes: (escrow, { evidenceIds, ...input }, { now, paymentId }) => {
      const payment = readFullPayment(input, {
        from: escrow.contractDrawnAt ?? escrow.createdAt,
        to: now,
      });
      // A mark of a former release has no record yet.
      const sent = { ...payment, paymentId: escrow.sent?.paymentId ?? paymentId };
      const changes = { sent, ...(evidenceIds ? { sentEvidenceIds: evidenceIds } : {}) };
      return { changes, note: describeSent({ ...escrow, ...changes }) };
    },
  },
  FINALIZE_RETURN: {
    verb: 'finalize',
    label: 'Finalize',
    choice: { outcome: 'RETURN', label: 'Repaid: return the domain' },
    history: 'Finalized: loan repaid',
    rules: [
      {
        from: 'LOAN_POSTED',
        roles: lender,
        guards: [paymentGuards.noPayoffPaid],
        to: 'FINALIZED_RETURN_TO_BORROWER',
      },
    ],
    writes: (escrow, { claimId }, { now }) => {
      assertClaimNamed(escrow, claimId);
      return { changes: buildRepaymentChanges(escrow, now), note: null };
    },
  },
  FINALIZE_SEIZE: {
    verb: 'finalize',
    label: 'Finalize',
    choice: { outcome: 'SEIZE', label: 'Not repaid: take the domain' },
    history: 'Took the domain',
    rules: [
      {
        from: 'LOAN_POSTED',
        roles: lender,
        guards: [
          guards.custodyHeld,
          guards.receiptByBorrower,
          paymentGuards.debtLeft,
          guards.noBlockingClaim,
          paymentGuards.noPayoffPaid,
          guards.graceOver,
          guards.noticeSent,
          accelerationOver,
          noStandstill,
          noPaidSale,
        ],
        to: 'FINALIZED_LENDER_SEIZURE',
      },
    ],
    writes: (escrow, _input, { now }) => ({
      changes: buildDischargeChanges(escrow, now),
      note: null,
    }),
  },
  FINALIZE_SURRENDER: {
    verb: 'finalize',
    label: 'Finalize',
    choice: { outcome: 'SURRENDER', label: 'Give up the domain' },
    history: 'Gave up the domain',
    rules: [
      {
        from: 'LOAN_POSTED',
        roles: borrower,
        guards: [
          guards.receiptConfirmed,
          paymentGuards.debtLeft,
          guards.custodyHeld,
          paymentGuards.noPayoffPaid,
          noPaidSale,
          notOnHold('SURRENDER'),
        ],
        to: 'FINALIZED_LENDER_SEIZURE',
      },
    ],
    writes: (escrow, _input, { now }) => ({
      changes: buildDischargeChanges(escrow, now),
      note: 'In full satisfaction of the loan.',
    }),
  },
};
