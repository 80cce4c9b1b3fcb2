/** Transitions of borrower and lender from the contract to the end of the loan. */

import { DomainError } from '@nameloan/contracts/errors';
import { formatDate } from '@nameloan/contracts/format-date';
import { addDays } from '@nameloan/loan-math/calendar-day';
import type { Escrow, PaymentNote, Receipt } from '../escrow.ts';
import { describeDeemedReceipt } from './deemed-receipt.ts';
import { buildDischargeChanges, buildRepaymentChanges } from './end-debt.ts';
import { conditions, guards } from './guards.ts';
import type { PaymentInput } from './read-input.ts';
import { readClaim, readPaymentNote, readRequiredText } from './read-input.ts';
import type { TransitionTable } from './transition-descriptor.ts';
import { borrower, either, lender } from './transition-descriptor.ts';

export interface LoanInputs {
  /** `sha256`: the hash of the PDF shown to the signer. */
  SIGN: { sha256: string };
  CANCEL: object;
  MARK_PAID: PaymentInput;
  CONFIRM_RECEIPT: object;
  CLAIM_REPAID: PaymentInput;
  DENY_REPAID: { reason: string };
  FINALIZE_RETURN: object;
  FINALIZE_SEIZE: object;
  FINALIZE_SURRENDER: object;
}

const signing = {
  from: 'PENDING_SIGNATURE',
  roles: either,
  guards: [guards.contractDrawn, guards.notSignedYet],
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
      { from: ['PENDING_SIGNATURE', 'NEW'], roles: either, to: 'CANCELLED' },
      { from: 'DOMAIN_IN_CUSTODY', roles: lender, to: 'CANCELLED' },
      // The lender may have sent the money: the borrower only requests, the lender answers by cancel or markPaid.
      { from: 'DOMAIN_IN_CUSTODY', roles: borrower, guards: [guards.cancelNotRequested] },
    ],
    writes: (_escrow, _input, { rule, now }) =>
      rule.to === 'CANCELLED'
        ? { changes: {}, note: null }
        : { changes: { cancelRequestedAt: now }, note: null },
  },
  MARK_PAID: {
    verb: 'mark paid',
    label: 'Mark Paid',
    history: 'Marked the loan as paid',
    rules: [{ from: 'DOMAIN_IN_CUSTODY', roles: either, to: 'LOAN_POSTED' }],
    writes: (escrow, input, { role, now }) => {
      const note = readPaymentNote(input, now);
      if (role === 'LENDER') {
        const changes = { sent: note, cancelRequestedAt: null };
        const sentences = [
          describePayment('Sent', note),
          describeDeemedReceipt({ ...escrow, ...changes }),
        ];
        return { changes, note: sentences.filter((each) => each !== null).join(' ') || null };
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
  CLAIM_REPAID: {
    verb: 'claim repaid',
    label: 'Claim Repaid',
    history: 'Claimed repayment',
    rules: [
      {
        from: 'LOAN_POSTED',
        roles: borrower,
        guards: [guards.receiptConfirmed, guards.noOpenClaim],
      },
    ],
    writes: (escrow, input, { now }) => {
      const claim = readClaim(input, escrow.receipt?.at ?? escrow.createdAt, now);
      return { changes: { claim }, note: describePayment('Repaid', claim) };
    },
  },
  DENY_REPAID: {
    verb: 'deny repaid',
    label: 'Deny Repaid',
    danger: true,
    history: 'Denied the repayment',
    rules: [{ from: 'LOAN_POSTED', roles: lender, guards: [guards.claimOpen] }],
    writes: (_escrow, { reason }, { now }) => ({
      changes: { claim: null, remindedAt: now },
      note: readRequiredText('reason', reason),
    }),
  },
  FINALIZE_RETURN: {
    verb: 'finalize',
    label: 'Finalize',
    choice: { outcome: 'RETURN', label: 'Repaid: return the domain' },
    history: 'Finalized: loan repaid',
    rules: [{ from: 'LOAN_POSTED', roles: lender, to: 'FINALIZED_RETURN_TO_BORROWER' }],
    writes: (escrow, _input, { now }) => ({
      changes: buildRepaymentChanges(escrow, now),
      note: null,
    }),
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
          guards.noOpenClaim,
          guards.graceOver,
          guards.noticeSent,
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
        guards: [guards.receiptConfirmed, guards.custodyHeld],
        to: 'FINALIZED_LENDER_SEIZURE',
      },
    ],
    writes: (escrow, _input, { now }) => ({
      changes: buildDischargeChanges(escrow, now),
      note: 'In full satisfaction of the loan.',
    }),
  },
};

/** The term starts when the borrower confirms the money, whatever day the note names. */
function buildReceiptChanges(escrow: Escrow, note: PaymentNote): { receipt: Receipt; dueAt: Date } {
  return {
    receipt: { ...note, by: 'BORROWER' },
    dueAt: addDays(note.at, escrow.termDays),
  };
}

/** Null when the note is empty; the transition itself is in the history. */
function describePayment(what: string, note: Omit<PaymentNote, 'at'>): string | null {
  if (note.date === null && note.method === null && note.reference === null) return null;
  const segments = [
    note.date === null ? what : `${what} on ${formatDate(note.date)}`,
    ...(note.method === null ? [] : [note.method]),
    ...(note.reference === null ? [] : [`reference ${note.reference}`]),
  ];
  return `${segments.join(', ')}.`;
}
