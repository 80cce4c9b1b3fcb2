/** Transitions of amendments that silence and dates cause. */

import { formatDateTime } from '@nameloan/contracts/format-date';
import type { Party } from '../../../loan/roles.ts';
import type { Escrow } from '../../escrow.ts';
import type { Guard } from '../guards.ts';
import { fail } from '../guards.ts';
import type { TimedDescriptor } from '../transition-descriptor.ts';
import { system } from '../transition-descriptor.ts';
import { deemAdvance } from './advance-money.ts';
import { computeRecordedLapseAt, isMoneyUnanswered } from './agreed-money.ts';
import {
  computeAdvanceDeemedAt,
  computeAmendmentReminderAt,
  computeLapseAt,
  computeProposalEnd,
} from './amendment-deadlines.ts';
import { lapseAmendment } from './lapse-amendment.ts';

const whileOpen = ['LOAN_POSTED', 'ESCALATED'] as const;

export const amendmentTimedTransitions = {
  EXPIRE_AMENDMENT: {
    verb: 'end the time for an answer',
    history: 'The proposed amendment expired without an answer',
    dueAt: computeProposalEnd,
    rules: [{ from: whileOpen, roles: system, guards: [reached(computeProposalEnd)] }],
    writes: () => ({ changes: { amendment: null }, note: null }),
  },
  LAPSE_AMENDMENT: {
    verb: 'end the time for the amendment',
    history: 'The agreed amendment lapsed; the terms before it stay',
    dueAt: computeRecordedLapseAt,
    rules: [
      {
        from: 'LOAN_POSTED',
        roles: system,
        when: isMoneyUnanswered,
        guards: [reached(computeRecordedLapseAt)],
        to: 'ESCALATED',
      },
      { from: whileOpen, roles: system, guards: [reached(computeRecordedLapseAt)] },
    ],
    writes: lapseAmendment,
  },
  DEEM_ADVANCE: {
    verb: 'count further principal without an answer',
    history: 'Further principal counts as received',
    dueAt: computeAdvanceDeemedAt,
    rules: [{ from: 'LOAN_POSTED', roles: system, guards: [reached(computeAdvanceDeemedAt)] }],
    writes: deemAdvance,
  },
  REMIND_AMENDMENT: {
    verb: 'remind of the amendment',
    history: 'Reminder of the agreed amendment sent',
    dueAt: computeAmendmentReminderAt,
    rules: [{ from: whileOpen, roles: system, guards: [reached(computeAmendmentReminderAt)] }],
    writes: (escrow, _input, { now }) => {
      const { amendment } = escrow;
      const end = computeAdvanceDeemedAt(escrow) ?? computeLapseAt(escrow);
      return {
        changes: { amendment: amendment && { ...amendment, remindedAt: now } },
        note: end && `${amendment?.sent ? 'It counts' : 'It lapses'} on ${formatDateTime(end)}.`,
      };
    },
  },
} as const satisfies Record<string, TimedDescriptor>;

function reached(dueAt: TimedDescriptor['dueAt']): Guard {
  return (escrow, { now }) => {
    const availableAt = dueAt(escrow, now);
    if (availableAt !== null && availableAt <= now) return null;
    return { ...fail('NOT_DUE', 'It is too early for this.'), availableAt };
  };
}

/** Who has to sign, pay or answer before an agreed amendment lapses or its money counts; null without one. */
export function findAwaitedParty({
  amendment,
  openPayments,
}: Pick<Escrow, 'amendment' | 'openPayments'>): Party | 'BOTH' | null {
  if (!amendment?.agreedAt) return null;
  const { status, kind, seq, borrowerSignedAt, lenderSignedAt } = amendment;
  if (status === 'AGREED') {
    if (borrowerSignedAt === null && lenderSignedAt === null) return 'BOTH';
    return borrowerSignedAt === null ? 'BORROWER' : 'LENDER';
  }
  if (kind === 'PRINCIPAL_UP') return amendment.sent ? 'BORROWER' : 'LENDER';
  return openPayments?.some((payment) => payment.amendment === seq) ? 'LENDER' : 'BORROWER';
}
